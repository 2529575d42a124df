import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '~/api/problem';
import { show } from '~/test/show';
import { markSent, Resend } from './resend';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') });
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

const button = () => screen.getByRole('button');
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const press = async () => {
  fireEvent.click(button());
  await pass(0);
};

it('waits a minute after the first mail, counting down', async () => {
  markSent('ada');
  show(<Resend name="ada" run={async () => {}} />);
  expect(button()).toBeDisabled();
  expect(button()).toHaveTextContent('Send it again in 60 s');
  await pass(18);
  expect(button()).toHaveTextContent('Send it again in 42 s');
  await pass(42);
  expect(button()).toBeEnabled();
  expect(button()).toHaveTextContent(/^Send it again$/);
});

it('sends once a minute, and a reload does not shorten the wait', async () => {
  const run = vi.fn(async () => {});
  const { unmount } = show(<Resend name="ada" run={run} />);
  await press();
  expect(run).toHaveBeenCalledTimes(1);
  expect(screen.getByText('A new mail is on its way.')).toBeInTheDocument();
  await pass(10);
  unmount();
  show(<Resend name="ada" run={run} />);
  expect(button()).toHaveTextContent('Send it again in 50 s');
});

it('keeps no address, and counts where storage is forbidden', async () => {
  markSent('confirm.ada@shop.example');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada');
  const forbidden = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  show(<Resend name="confirm.bob@shop.example" run={async () => {}} />);
  await press();
  expect(button()).toHaveTextContent('in 60 s');
  forbidden.mockRestore();
});

it('waits as long as the server says when it refuses', async () => {
  const refusal = new ApiError({ status: 429, detail: 'Too many mails. Try again in 5 minutes.' }, 300);
  show(<Resend name="ada" run={() => Promise.reject(refusal)} />);
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Too many mails.');
  expect(button()).toHaveTextContent('in 300 s');
});

import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '~/test/show';
import { toast, toastError, UNDO_MS } from '~/ui/toast';
import { Toasts } from './toasts';

beforeEach(() => {
  // What other files have told.
  notifications.clean();
  show(<Toasts />);
});
afterEach(() => {
  vi.useRealTimers();
  act(() => notifications.clean());
});

const rootOf = (title: string) => screen.getByText(title).closest('.mantine-Notification-root');
const undoOf = (title: string) =>
  [...(rootOf(title)?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Undo');

it('shows the newest of many errors, says how many more there are, and shows those', async () => {
  for (let at = 1; at <= 6; at += 1) act(() => toastError(`Refused ${at}`));
  for (const at of [6, 5, 4, 3]) expect(await screen.findByText(`Refused ${at}`)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Refused 2')).not.toBeInTheDocument());
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(await screen.findByText('Refused 1')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Close all' }));
  await waitFor(() => expect(screen.queryByText(/Refused/)).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Close all' })).not.toBeInTheDocument();
});

it('never hides the way back behind other toasts, however many of them stand', async () => {
  const ways = [1, 2, 3, 4, 5].map(() => vi.fn());
  for (const [at, undo] of ways.entries()) act(() => toast(`Done ${at + 1}`, { undo }));
  for (let at = 1; at <= 6; at += 1) act(() => toastError(`Refused ${at}`));
  expect(await screen.findByText('Refused 6')).toBeInTheDocument();
  // The newest stand; pressed one after the other, each of them is reached.
  for (const [at, undo] of [...ways.entries()].toReversed()) {
    await screen.findByText(`Done ${at + 1}`);
    const button = undoOf(`Done ${at + 1}`);
    if (!button) throw new Error(`no way back beside Done ${at + 1}`);
    fireEvent.click(button);
    expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText(`Done ${at + 1}`)).not.toBeInTheDocument());
  }
});

it('ends a way back after a while, but not under the pointer or the focus, and leaves the error that offered it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => void toast('Archived', { undo: () => undefined }));
  act(() => void toastError('2 archived, 1 not', undefined, { undo: () => undefined }));
  await screen.findByText('Archived');
  const held = rootOf('Archived') as Element;
  fireEvent.mouseEnter(held);
  act(() => void vi.advanceTimersByTime(2 * UNDO_MS));
  await waitFor(() => expect(undoOf('2 archived, 1 not')).toBeUndefined());
  expect(screen.getByText('2 archived, 1 not')).toBeInTheDocument();
  expect(undoOf('Archived')).toBeDefined();
  fireEvent.mouseLeave(held);
  fireEvent.focus(undoOf('Archived') as Element);
  act(() => void vi.advanceTimersByTime(2 * UNDO_MS));
  expect(undoOf('Archived')).toBeDefined();
  fireEvent.blur(undoOf('Archived') as Element);
  act(() => void vi.advanceTimersByTime(2 * UNDO_MS));
  await waitFor(() => expect(screen.queryByText('Archived')).not.toBeInTheDocument());
});

import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { late, onceOnline } from './late';

const network = (isThere: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
afterEach(() => vi.restoreAllMocks());

it('leaves the page as it is while the connection is away, and has the part once it is back', async () => {
  network(false);
  const load = vi.fn<() => Promise<{ default: () => string }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ default: () => 'The part' });
  const Part = late(load);
  render(
    <Suspense fallback="Room for it">
      <Part />
    </Suspense>,
  );
  await act(() => Promise.resolve());
  expect(screen.getByText('Room for it')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
  network(true);
  await act(async () => dispatchEvent(new Event('online')));
  expect(await screen.findByText('The part')).toBeInTheDocument();
});

it('gives up what does not come over a connection that stands', async () => {
  network(true);
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.reject(new TypeError('Not found')));
  const told = expect(onceOnline(load)).rejects.toThrow('Not found');
  await vi.runAllTimersAsync();
  await told;
  expect(load).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

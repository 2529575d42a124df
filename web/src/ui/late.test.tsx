import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { late, onceAsked, onceOnline } from './late';

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

it('does not wait for ever where the browser is wrong about the connection, and counts that as no try', async () => {
  network(false);
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const came = onceOnline(load);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(load).toHaveBeenCalledTimes(5);
  load.mockResolvedValue('The part');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await came).toBe('The part');
  vi.useRealTimers();
});

it('asks anew for a style sheet that did not come at an earlier press', async () => {
  network(false);
  const load = vi.fn(async () => 'The part');
  document.head.innerHTML = '<link rel="stylesheet" href="/c.css">';
  const link = () => document.querySelector('link');
  const miss = async () => {
    link()?.dispatchEvent(new Event('error'));
    throw new Error('Unable to preload CSS for /c.css');
  };
  await expect(onceAsked(miss)).rejects.toThrow('/c.css');
  const failed = link();
  const came = onceAsked(load);
  expect(link()).not.toBe(failed);
  expect(load).not.toHaveBeenCalled();
  link()?.dispatchEvent(new Event('load'));
  expect(await came).toBe('The part');
});

it('asks anew for a style sheet that did not come, before the part that needs it', async () => {
  network(true);
  vi.useFakeTimers();
  document.head.innerHTML = '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">';
  const link = () => document.querySelector('link[href="/b.css"]');
  const [stands, failed] = document.querySelectorAll('link');
  const load = vi.fn(async () => {
    if (link() !== failed) return 'The part';
    failed?.dispatchEvent(new Event('error'));
    throw new Error('Unable to preload CSS for /b.css');
  });
  const came = onceOnline(load);
  await vi.runAllTimersAsync();
  expect(link()).not.toBe(failed);
  expect(link()).toHaveAttribute('rel', 'stylesheet');
  expect(document.querySelector('link')).toBe(stands);
  expect(load).toHaveBeenCalledTimes(1);
  link()?.dispatchEvent(new Event('error'));
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledTimes(1);
  link()?.dispatchEvent(new Event('load'));
  expect(await came).toBe('The part');
  expect(document.querySelectorAll('link')).toHaveLength(2);
  vi.useRealTimers();
});

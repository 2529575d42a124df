import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mayReload, RELOAD_PAUSE_MS, RELOAD_SECONDS } from './chunks';

const miss = () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: https://placard.example/assets/x.js');
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
  return payload;
};

const OTHER = new Error('another failure');

let close: () => void = () => undefined;

/** A page that was just loaded: the module remembers whether it is about to load itself again. */
async function openPage() {
  vi.resetModules();
  const chunks = await import('./chunks');
  const reload = vi.fn();
  const listen = vi.spyOn(window, 'addEventListener');
  chunks.reloadOnMissingChunk(reload);
  const [event, listener] = listen.mock.lastCall ?? [];
  close = () => removeEventListener(event as string, listener as EventListener);
  return { ...chunks, reload };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reloads at most once in 60 seconds', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(mayReload(now, sessionStorage)).toBe(true);
  expect(mayReload(now + RELOAD_PAUSE_MS - 1, sessionStorage)).toBe(false);
  expect(mayReload(now + RELOAD_PAUSE_MS, sessionStorage)).toBe(true);
});

describe('a missing part', () => {
  it('reloads once, named, when it was opened', async () => {
    const { reload, reloadsFor } = await openPage();
    expect(reloadsFor(OTHER)).toBe(false);
    expect(miss().message).toBe('Cannot find module https://placard.example/assets/x.js');
    expect(reload).toHaveBeenCalledTimes(1);
    miss();
    expect(reloadsFor(OTHER)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that is only looked ahead for reloads nothing, until the page shows that its link was followed meanwhile', async () => {
    const { reload, reloadsFor, lookAhead } = await openPage();
    const missing = await lookAhead(async () => miss());
    expect(reloadsFor(OTHER)).toBe(false);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    expect(reloadsFor(missing)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(reloadsFor(missing)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that comes after its page reloads nothing while it is tried again', async () => {
    const { reload } = await openPage();
    const { onceOnline } = await import('~/ui/late');
    vi.useFakeTimers();
    const load = vi.fn(async () => {
      throw miss();
    });
    const told = expect(onceOnline(load)).rejects.toThrow('Cannot find module');
    while (load.mock.calls.length < 3) {
      expect(reload).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(100);
    }
    await told;
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('of something that was asked for by a press reloads nothing, is tried again and then told', async () => {
    const { reload } = await openPage();
    const { lateDialog } = await import('~/ui/late-dialog');
    const told = vi.spyOn(await import('~/ui/toast'), 'toastError').mockReturnValue('');
    vi.useFakeTimers();
    const load = vi.fn(async (): Promise<never> => {
      throw miss();
    });
    lateDialog(load, () => () => {})();
    await vi.runAllTimersAsync();
    expect(load).toHaveBeenCalledTimes(3);
    expect(told.mock.lastCall?.[0]).toBe('The dialog could not be opened');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is told of where the person stays', async () => {
    const { reload, reloadsFor } = await openPage();
    vi.useFakeTimers();
    const missing = miss();
    expect(reloadsFor(OTHER)).toBe(true);
    vi.advanceTimersByTime(RELOAD_SECONDS * 1000);
    expect([reloadsFor(OTHER), reloadsFor(missing)]).toEqual([false, false]);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(RELOAD_PAUSE_MS);
    expect(reloadsFor(missing)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});

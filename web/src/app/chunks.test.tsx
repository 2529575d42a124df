import { beforeEach, expect, it, vi } from 'vitest';
import { isReloading, lookAhead, mayReload, RELOAD_PAUSE_MS, reloadOnMissingChunk } from './chunks';

const miss = () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: https://placard.example/assets/x.js');
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
  return payload;
};

beforeEach(() => sessionStorage.clear());

it('reloads at most once in 60 seconds', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(mayReload(now, sessionStorage)).toBe(true);
  expect(mayReload(now + RELOAD_PAUSE_MS - 1, sessionStorage)).toBe(false);
  expect(mayReload(now + RELOAD_PAUSE_MS, sessionStorage)).toBe(true);
});

it('says what is missing, and reloads for what was opened, not for what was pointed at', async () => {
  const reload = vi.fn();
  reloadOnMissingChunk(reload);
  await lookAhead(async () => miss());
  expect(reload).not.toHaveBeenCalled();
  expect(miss().message).toBe('Cannot find module https://placard.example/assets/x.js');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(isReloading()).toBe(true);
  miss();
  expect(reload).toHaveBeenCalledTimes(1);
});

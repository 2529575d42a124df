import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { traceOf, tracePages } from './page-traces';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const call = (path: string, startTime: number, responseEnd: number) => ({
  name: new URL(path, location.origin).href,
  startTime,
  responseEnd,
});

it('counts a page until its first calls are answered', () => {
  const calls = [
    call('/api/account/session', 50, 90),
    call('/api/advertiser/campaigns?count=20', 120, 480.4),
    call('/assets/chunk.js', 110, 900),
    call('https://elsewhere.test/api/x', 110, 900),
    call('/api/advertiser/campaigns', 3_000, 3_050),
  ];
  expect(traceOf('/advertiser/campaigns', 100, 300, calls)).toEqual({
    page: '/advertiser/campaigns',
    is_load: false,
    duration_ms: 380,
    calls: [{ path: '/api/advertiser/campaigns', duration_ms: 360 }],
  });
});

it('keeps to what the server takes', () => {
  const many = Array.from({ length: 100 }, (_, at) => call(`/api/${'x'.repeat(300)}`, at, 1_000_000));
  const { calls, duration_ms, is_load } = traceOf('/', 0, 200, many);
  expect([calls?.length, calls?.[0]?.path.length, duration_ms, is_load]).toEqual([40, 200, 600_000, true]);
});

it('reports a page that the application goes to, and not what was looked at before it came', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const heard: Record<string, (event: object) => void> = {};
  const router = {
    subscribe: (name: string, call: (event: object) => void) => {
      heard[name] = call;
      return () => undefined;
    },
  };
  const sent = vi.fn(async () => undefined);
  const stop = tracePages(router as unknown as AnyRouter, sent);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).not.toHaveBeenCalled();
  heard.onBeforeNavigate?.({ pathChanged: true });
  await vi.advanceTimersByTimeAsync(200);
  heard.onResolved?.({ fromLocation: {}, pathChanged: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.calls.flat()).toMatchObject([{ is_load: false, calls: [] }]);
  stop();
});

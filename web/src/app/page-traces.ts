/** Reports how long a part of the pages took to be there, with their calls. Nothing here may throw, or slow a page down. */
import type { AnyRouter } from '@tanstack/react-router';
import type { ClientTraceForm } from '~/api/sdk';
import { CALL_TRACE_LIMITS, CLIENT_TRACE_FORM_LIMITS } from '~/api/words';

/** Calls that begin in this time after a page was drawn belong to what it first shows, in milliseconds. */
const FIRST_CALLS_MS = 300;
/** A page is reported so long after it was drawn, in milliseconds: by then its first calls are answered. */
const SETTLED_MS = 4_000;

/** Sends a report. */
export type SendTrace = (form: ClientTraceForm) => Promise<unknown>;

let rate: Promise<number> | undefined;

/** What share of pages is reported, as the network says. */
async function sampleRate(): Promise<number> {
  const { getSiteSettings } = await import('~/api/sdk');
  return (await getSiteSettings()).data.data.error_sample_rate;
}

const send: SendTrace = async (body) => {
  rate ??= sampleRate();
  if (Math.random() >= (await rate)) return;
  const { createClientTrace } = await import('~/api/sdk');
  await createClientTrace({ body });
};

/** What is known of a call when it is over. */
type Call = Pick<PerformanceResourceTiming, 'name' | 'startTime' | 'responseEnd'>;

const whole = (ms: number) => Math.min(Math.max(0, Math.round(ms)), CLIENT_TRACE_FORM_LIMITS.duration_ms.max);
const cut = (path: string) => path.slice(0, CALL_TRACE_LIMITS.path.max);

/** The report of a page that was wished for, drawn, and asked for its figures; times in milliseconds of the page's clock. */
export function traceOf(page: string, wished: number, drawn: number, calls: readonly Call[]): ClientTraceForm {
  const own = calls
    .filter(({ startTime }) => startTime >= wished && startTime <= drawn + FIRST_CALLS_MS)
    .map(({ name, startTime, responseEnd }) => ({ url: new URL(name), startTime, responseEnd }))
    .filter(({ url }) => url.origin === location.origin && url.pathname.startsWith('/api'));
  const end = own.reduce((latest, { responseEnd }) => Math.max(latest, responseEnd), drawn);
  return {
    page: cut(page),
    is_load: wished === 0,
    duration_ms: whole(end - wished),
    calls: own.slice(0, CLIENT_TRACE_FORM_LIMITS.calls.max).map(({ url, startTime, responseEnd }) => ({
      path: cut(url.pathname),
      duration_ms: whole(responseEnd - startTime),
    })),
  };
}

let isFollowed = false;

/** Whether the application was loaded with the page that stands there: no other one was looked at before. */
function isLoadedWith(page: string): boolean {
  const isFirst = !isFollowed;
  isFollowed = true;
  const [loaded] = performance.getEntriesByType('navigation');
  return isFirst && loaded !== undefined && new URL(loaded.name).pathname === page;
}

/** Follows the pages that the router goes to; ends with the call of what it returns. Pages that nobody looks at do not count. */
export function tracePages(router: AnyRouter, sending: SendTrace = send): () => void {
  let calls: Call[] = [];
  let wished = 0;
  // Calls of a page that was reported are none of what it first shows.
  let isCounted = true;
  let isSeen = document.visibilityState === 'visible';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (isCounted && entry.initiatorType === 'fetch') calls.push(entry);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
  const hide = () => {
    isSeen = false;
  };
  const drawn = () => {
    const [page, at, from] = [location.pathname, performance.now(), wished];
    clearTimeout(timer);
    timer = setTimeout(() => {
      isCounted = false;
      if (isSeen) void sending(traceOf(page, from, at, calls)).catch(() => undefined);
    }, SETTLED_MS);
  };
  document.addEventListener('visibilitychange', hide);
  if (isLoadedWith(location.pathname)) drawn();
  const stops = [
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (!pathChanged) return;
      clearTimeout(timer);
      calls = [];
      isCounted = true;
      wished = performance.now();
      isSeen = document.visibilityState === 'visible';
    }),
    router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) drawn();
    }),
  ];
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', hide);
    for (const stop of stops) stop();
  };
}

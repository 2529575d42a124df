import { tabStorage } from './browser';

/** What is said of a part of the application that the server no longer has. */
const MISSING_MODULE = 'Cannot find module';
const KEY = 'placard.reloaded';
/** A page is reloaded for a missing part of the application at most once in this time, in milliseconds. */
export const RELOAD_PAUSE_MS = 60_000;
/** A page that still stands after so many seconds does not load itself again: the person was asked, and stays. */
export const RELOAD_SECONDS = 10;

let reload = () => location.reload();
let reloading = false;
let looks = 0;

/** Whether a part of the application is what could not be had. */
export function isMissingModule(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(MISSING_MODULE);
}

/**
 * Whether the page is about to load itself again, for this error of a page or another one. Who follows a link while it is
 * looked ahead for waits for that look, whose miss alone reloads nothing: so the page's error is asked as well.
 */
export function reloadsFor(error: unknown): boolean {
  if (isMissingModule(error)) reloadOnce();
  return reloading;
}

function reloadOnce(): void {
  if (reloading || !navigator.onLine || !mayReload(Date.now(), tabStorage)) return;
  reloading = true;
  reload();
  setTimeout(() => {
    reloading = false;
  }, RELOAD_SECONDS * 1000);
}

/** Runs a look ahead: what is missing for a link that is only pointed at is no reason to reload. */
export async function lookAhead<T>(work: () => Promise<T>): Promise<T> {
  looks += 1;
  try {
    return await work();
  } finally {
    looks -= 1;
  }
}

/** Whether a missing part is met with a reload now; notes the time if so. */
export function mayReload(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  const last = Number(storage.getItem(KEY) ?? 0);
  if (now - last < RELOAD_PAUSE_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/**
 * After a new release the parts of the old one are gone from the server: the page loads itself again, once a minute at most.
 * Else the error page says so. Without a connection a reload would only lose the page.
 */
export function reloadOnMissingChunk(how = reload): void {
  reload = how;
  addEventListener('vite:preloadError', ({ payload }) => {
    // Named as the catalogue has it, and so that the router's own reload, which knows no pause, does not answer to it.
    payload.message = `${MISSING_MODULE} ${/\S+$/.exec(payload.message)?.[0] ?? ''}`.trim();
    if (looks === 0) reloadOnce();
  });
}

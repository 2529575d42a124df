/** Reports of shows and views: those that happen together go out together. */
import { json, posted } from './wire';

/** How long reports are gathered, in ms: cards that come into view together are seen together. */
const GATHER_MS = 100;
/** The most tokens of one report; the server refuses more. */
const TOKENS_MAX = 64;

/** Sends a small text without waiting, in a way that outlives the page. */
async function send(url: string, body: string): Promise<void> {
  try {
    await fetch(url, posted(body));
  } catch {
    // A string goes as text/plain.
    navigator.sendBeacon?.(url, body);
  }
}

/** Makes the function that reports to an address. What has not gone when the page is left goes then. */
export function reporter(url: string): (tokens: string[], page: string) => void {
  const gathered: string[] = [];
  let pageOfThem = '';
  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  const flush = () => {
    clearTimeout(timer);
    timer = 0;
    while (gathered[0]) {
      void send(url, json({ tokens: gathered.splice(0, TOKENS_MAX), page: pageOfThem }));
    }
  };
  addEventListener('pagehide', flush);
  // Also as it comes back: what is gathered then goes a little early.
  document.addEventListener('visibilitychange', flush);
  return (tokens, page) => {
    if (page !== pageOfThem) {
      // An application went on to another page meanwhile.
      flush();
      pageOfThem = page;
    }
    gathered.push(...tokens);
    timer ||= setTimeout(flush, GATHER_MS);
  };
}

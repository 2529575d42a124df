const KEY = 'placard.reloaded';
/** A page is reloaded for a missing chunk at most once in this time, in milliseconds. */
const RELOAD_PAUSE_MS = 60_000;

/** After a new release old chunks are gone: the page loads itself again, once a minute at most. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < RELOAD_PAUSE_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}

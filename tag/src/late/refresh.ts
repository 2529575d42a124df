/**
 * Fills places anew that were in view for as long as their block asks for: half of the place, in a tab that is shown, for so
 * many seconds altogether. Time under the visitor's pointer or focus does not count, so that nothing changes under a hand.
 */
import type { RefreshFile } from '../host';
import { register } from '../register';

/** The share of a place that has to be in view. */
const SHARE = 0.5;
/** The most refreshes of a place on one page view; the server answers no more. */
const REFRESHES_MAX = 20;
/** How often is looked, in ms. */
const LOOK_MS = 1000;
/** How long a place that was taken out of the page is waited for, in looks. */
const GONE_LOOKS_MAX = 60;

const isTouched = (element: HTMLElement): boolean =>
  element.matches(':hover') || element === document.activeElement || element.contains(document.activeElement);

const file: RefreshFile = {
  name: 'refresh',
  watch(host, element, place) {
    const seconds = place.refreshAfter ?? Infinity;
    const turn = (place.more?.refresh ?? 0) + 1;
    if (turn > REFRESHES_MAX) {
      return;
    }
    let isInView = false;
    let [seenMs, gone] = [0, 0];
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= SHARE;
      },
      { threshold: [0, SHARE, 1] },
    );
    observer.observe(element);
    const timer = setInterval(() => {
      gone = element.isConnected ? 0 : gone + 1;
      const isOver = host.placeOf(element) !== place || gone > GONE_LOOKS_MAX;
      if (isInView && document.visibilityState === 'visible' && !isTouched(element)) {
        seenMs += LOOK_MS;
      }
      if (isOver || seenMs >= seconds * 1000) {
        clearInterval(timer);
        observer.disconnect();
        if (!isOver) {
          place.more = { ...place.more, refresh: turn };
          host.ask(element);
        }
      }
    }, LOOK_MS);
  },
};
register(file);

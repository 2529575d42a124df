/**
 * Viewable impressions as the MRC defines them for display: at least 50 % of the pixels (30 % for ads of 242,500 px or
 * more) for one second without a break, in a tab that is in focus. Inside frames too: browsers count there what the window
 * around shows of the frame.
 */

/** Pixels from which an ad is large. */
const LARGE_PX = 242_500;
const SHARE = 0.5;
const SHARE_LARGE = 0.3;
/** How long an ad has to be in view, in ms. */
const VIEW_MS = 1000;

interface Watched {
  confirm: () => void;
  inView: boolean;
  timer: ReturnType<typeof setTimeout> | 0;
}

/** The share of an ad that has to be visible. */
export const requiredShare = (width: number, height: number): number =>
  width * height >= LARGE_PX ? SHARE_LARGE : SHARE;

/** The window whose address and focus count: the outermost, where this frame may ask it. */
export const outermost = (): Window | undefined => {
  try {
    // A page of another origin answers with an error.
    return window.top?.document ? window.top : undefined;
  } catch {
    return undefined;
  }
};

/** Whether the visitor looks at this tab. A frame of another origin has the focus only once it was clicked: it sees just that its tab is shown. */
const attentive = (): boolean => !document.hidden && (outermost()?.document.hasFocus() ?? true);

const watched = new Map<Element, Watched>();

function update(element: Element, entry: Watched): void {
  if (entry.inView && attentive()) {
    entry.timer ||= setTimeout(() => {
      unwatchView(element);
      entry.confirm();
    }, VIEW_MS);
  } else {
    clearTimeout(entry.timer);
    entry.timer = 0;
  }
}

const updateAll = () => {
  for (const [element, entry] of watched) {
    update(element, entry);
  }
};

let observer: IntersectionObserver | undefined;

/** Calls `confirm` once when the element has been viewable. */
export function watchView(element: Element, confirm: () => void): void {
  if (!observer) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, boundingClientRect } of entries) {
          const entry = watched.get(target);
          if (entry) {
            entry.inView = intersectionRatio >= requiredShare(boundingClientRect.width, boundingClientRect.height);
            update(target, entry);
          }
        }
      },
      { threshold: [0, SHARE_LARGE, SHARE, 1] },
    );
    document.addEventListener('visibilitychange', updateAll);
    for (const event of ['focus', 'blur']) {
      (outermost() ?? window).addEventListener(event, updateAll);
    }
  }
  watched.set(element, { confirm, inView: false, timer: 0 });
  observer.observe(element);
}

/** Stops to look at an element: it was seen, or it is gone. */
export function unwatchView(element: Element): void {
  clearTimeout(watched.get(element)?.timer);
  watched.delete(element);
  observer?.unobserve(element);
}

/**
 * A bar at the lower edge of the window, as the Better Ads Standards allow one: it never covers the page, takes at most 30 % of
 * its height, and closes for good on this page by a button that the keyboard reaches. What the page itself has fixed there
 * (a menu, a question about cookies, a field that somebody types in) stays free.
 */
import type { PlacementFile } from '../host';
import { enterPlace, hear, isSettled, makePlace, stand } from '../placed';
import { register } from '../register';

/** The share of the window's height that a bar may take. */
const SHARE_MAX = 0.3;
/** The share of the height that the page's own bar below may take beside it: with more, nothing of the page would be left. */
const OWN_SHARE_MAX = 0.2;
/** How often is looked for what the page has fixed, in ms. */
const LOOK_MS = 500;
/** Where along the lower edge is looked, as shares of the width. */
const POINTS = [0.04, 0.25, 0.5, 0.75, 0.96];

const CSS =
  ':host{all:initial!important}' +
  '.bar{position:fixed;inset:auto 0 0;z-index:2147483000;box-sizing:border-box;display:flex;align-items:flex-start;gap:8px;' +
  'padding:8px 8px calc(8px + env(safe-area-inset-bottom,0px)) 12px;font:14px/1 system-ui,sans-serif;' +
  'color:light-dark(#222,#eee);background:light-dark(#fff,#1c1917);border-top:1px solid light-dark(#ddd,#444)}' +
  '.off{visibility:hidden!important}' +
  '.ad{flex:1;min-width:0;max-width:760px;margin:0 auto}' +
  'button{flex:none;width:32px;height:32px;padding:0;border:1px solid;border-radius:50%;font:20px/1 system-ui,sans-serif;' +
  'color:inherit;background:none;cursor:pointer}button:focus-visible{outline:2px solid;outline-offset:2px}' +
  '.rest{position:absolute;width:1px;left:0;pointer-events:none}';

/** Bars that were closed: the block's number with the page. */
const closed = new Set<string>();

const h = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  element.className = className;
  return element;
};

/** Whether an element, or one around it, keeps its place in the window. */
function fixedAround(at: Element | null): Element | undefined {
  for (let one = at; one && one !== document.body; one = one.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(one).position)) {
      return one;
    }
  }
  return undefined;
}

const isTyped = (element: Element | null): boolean =>
  !!element?.matches('input,textarea,select,[contenteditable=""],[contenteditable="true"]');

const file: PlacementFile = {
  name: 'sticky',
  leave(host, element, place, { config }) {
    const page = `${place.id} ${location.pathname}${location.search}`;
    if (isSettled(host, element, place)) {
      return;
    }
    if (closed.has(page)) {
      place.state = 'elsewhere';
      place.why = 'the visitor has closed the bar on this page';
      return;
    }
    const outer = h('div', '');
    const root = outer.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    const [bar, ad, rest, close] = [h('div', 'bar off'), h('div', 'ad'), h('div', 'rest'), h('button', '')];
    bar.setAttribute('role', 'complementary');
    bar.setAttribute('aria-label', 'Advertisement');
    const scheme = { light: 'light', dark: 'dark' }[String(config.scheme)] ?? 'light dark';
    bar.style.setProperty('color-scheme', scheme);
    close.type = 'button';
    close.setAttribute('aria-label', 'Close the advertisement');
    close.textContent = '×';
    ad.append(document.createElement('slot'));
    bar.append(ad, close);
    root.append(rest, bar);
    const own = makePlace(host, element);
    outer.append(own);

    let isFilled = false;
    let timer = 0;
    const scroller = document.documentElement.style;
    const padding = scroller.scrollPaddingBottom;
    /** Lets the page be scrolled until its end stands above the bar; what is there does not move. */
    const makeRoom = (heightPx: number) => {
      rest.style.setProperty('height', '0');
      rest.style.setProperty('top', '0');
      if (heightPx > 0) {
        const from = rest.getBoundingClientRect().top + scrollY;
        rest.style.setProperty('top', `${document.documentElement.scrollHeight - from}px`);
        rest.style.setProperty('height', `${heightPx}px`);
      }
      // Nor does what gets the focus come to stand behind it.
      scroller.scrollPaddingBottom = heightPx > 0 ? `${heightPx}px` : padding;
    };
    let room = 0;
    const look = () => {
      let isFree = isFilled && !isTyped(document.activeElement);
      let top = innerHeight;
      for (const share of POINTS) {
        // Raised as far as it is, the bar itself is looked through.
        for (const found of document.elementsFromPoint(share * innerWidth, innerHeight - 2)) {
          const fixed = found === outer || outer.contains(found) ? undefined : fixedAround(found);
          top = fixed ? Math.min(top, fixed.getBoundingClientRect().top) : top;
        }
      }
      const height = bar.offsetHeight;
      if (height > SHARE_MAX * innerHeight) {
        isFree = false;
        host.tell(
          `block ${place.id} is ${height} px high, and a bar may take 30 % of the window: choose a flat template.`,
        );
      }
      const below = innerHeight - top;
      isFree = isFree && below <= OWN_SHARE_MAX * innerHeight;
      bar.style.setProperty('bottom', `${below}px`);
      bar.classList.toggle('off', !isFree);
      const wanted = isFree ? height + below : 0;
      if (wanted !== room) {
        room = wanted;
        makeRoom(room);
      }
    };
    const end = () => {
      clearInterval(timer);
      removeEventListener('resize', look);
      document.removeEventListener('focusin', look);
      deafen();
      makeRoom(0);
      host.drop(own);
      outer.remove();
    };
    const deafen = hear(own, ({ type }) => {
      if (type === 'fill' || (type === 'empty' && own.firstElementChild)) {
        isFilled = true;
        look();
        timer ||= window.setInterval(look, LOOK_MS);
      } else if (type === 'close') {
        close.click();
      }
    });
    close.onclick = () => {
      closed.add(page);
      place.undo?.();
      place.why = 'the visitor has closed the bar';
    };
    addEventListener('resize', look);
    document.addEventListener('focusin', look);
    stand(place, element, 'its ads are in a bar at the lower edge', end);
    document.body.append(outer);
    enterPlace(host, own);
    host.ask(own);
  },
};
register(file);

/** What becomes of places that get no ads: words, another attempt, the webmaster's own HTML, or nothing without a jump. */
import type { EmptyFile, Host, Place, RefreshFile } from '../host';
import { Later } from '../network';
import { register } from '../register';
import { reporter } from '../report';
import type { AdsAnswer } from '../wire';

/** How long a place waits before it is asked for again, in ms, each time that it failed; then it is empty. */
const RETRIES_MS = [10_000, 60_000];

/** How long ads stand on a page that was left and is shown again as it was, in ms. */
const STALE_MS = 600_000;

/** The least height of a page in a frame, in px: that of the most common ad. */
const FRAME_MIN_PX = 250;
/** Not the page's origin: what is framed can do nothing to the page around. Links open beside it. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

type Makes = (text: string) => string;
type Types = { trustedTypes?: { createPolicy(name: string, rules: { createHTML: Makes }): { createHTML: Makes } } };

/** Lets a page with Trusted Types take the webmaster's own HTML. */
let policy: { createHTML: Makes } | undefined;
const createHTML: Makes = (text) => text;

/** Whether a network has ads in a place. */
const isDrawn = ({ shadowRoot }: Element): boolean => !!shadowRoot?.querySelector('.root');

/** Whether the browser keeps what is seen in its place when something above it goes. */
const isAnchored = (): boolean =>
  [document.documentElement, document.body].every((element) => getComputedStyle(element).overflowAnchor === 'auto');

/** The places that go, with the networks that they are of. */
const going = new WeakMap<Element, [host: Host, place: Place]>();

/** Takes an empty place away as soon as that moves nothing that can be seen. */
const collapsing = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target, boundingClientRect } of entries) {
    const [host, place] = going.get(target) ?? [];
    if (host?.placeOf(target) !== place || !target.isConnected || isDrawn(target)) {
      // It is asked for again, or another network on the page has filled it.
      collapsing.unobserve(target);
    } else if (!isIntersecting && (boundingClientRect.top >= innerHeight || isAnchored())) {
      collapsing.unobserve(target);
      hide(target as HTMLElement);
    }
  }
});

const hide = ({ style }: HTMLElement): void => style.setProperty('display', 'none', 'important');

/** Leaves a place as it is: with the ads from before it was asked again, which it asks to replace the next time, or without. */
function end(host: Host, element: HTMLElement, place: Place, why: string): void {
  place.state = isDrawn(element) && place.template ? 'filled' : 'empty';
  place.why = why;
  host.happen('empty', element, place);
  if (place.state === 'filled' && place.refreshAfter) {
    host
      .load<RefreshFile>('refresh')
      .then((file) => file.watch(host, element, place))
      .catch(host.tell);
  }
  if (place.state === 'empty' && !place.undo) {
    going.set(element, [host, place]);
    collapsing.observe(element);
  }
}

/** What the webmaster shows in a place without ads: HTML, whose scripts run, or a page in a frame. */
function ownOf(element: HTMLElement, html: string, address?: string): DocumentFragment | undefined {
  if (html) {
    policy ??= (window as Types).trustedTypes?.createPolicy('placard-passback', { createHTML }) ?? { createHTML };
    return document.createRange().createContextualFragment(policy.createHTML(html));
  }
  if (!address || !/^https?:/i.test(address)) {
    return undefined;
  }
  const own = new DocumentFragment();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', SANDBOX);
  frame.title = 'Advertisement';
  for (const [name, value] of Object.entries({ display: 'block', border: '0', width: '100%' })) {
    frame.style.setProperty(name, value);
  }
  frame.style.setProperty('height', `${Math.max(element.clientHeight, FRAME_MIN_PX)}px`);
  frame.src = address;
  own.append(frame);
  return own;
}

let report: ((tokens: string[], page: string) => void) | undefined;
/** Tells the network that the webmaster's own was shown. */
const reportOf = (origin: string) => {
  report ??= reporter(`${origin}/d/passback`);
  return report;
};

/** What went wrong, in words, and whether the place itself is to blame: another attempt helps only where it is not. */
function wordsOf(error: unknown, { localName }: Element): [why: string, isOfPlace: boolean] {
  if (typeof error === 'string') {
    return [error, false];
  }
  const { name, message } = (error ?? {}) as Partial<Error>;
  if (name === 'NotSupportedError') {
    return [`<${localName}> can hold no ads, use a <div>.`, true];
  }
  if (message) {
    return [`could not be drawn: ${message}`, true];
  }
  const answer = error as AdsAnswer | undefined;
  const why = answer
    ? `places are empty: ${answer.detail ?? answer.title ?? 'the answer was not understood'}`
    : 'no ads could be asked for: the network was not reached, or the page forbids it (Content Security Policy).';
  return [why, false];
}

const file: EmptyFile = {
  name: 'empty',
  leave(host, element, place, { empty, passback_html: html, passback_token: token, passback_url: address }) {
    const why = empty ?? 'no ad was found';
    const own = isDrawn(element) ? undefined : ownOf(element, html, address);
    if (own) {
      place.undo?.();
      const nodes = [...own.childNodes];
      place.undo = () => {
        for (const node of nodes) {
          node.parentNode?.removeChild(node);
        }
        place.undo = undefined;
      };
      element.append(own);
      if (token) {
        reportOf(host.origin)([token], host.pageAddress());
      }
    } else {
      host.tell(`block ${place.id} is empty: ${why}.`);
    }
    end(host, element, place, why);
  },
  fail(host, element, place, error) {
    const [why, isOfPlace] = wordsOf(error, element);
    host.tell(isOfPlace ? `block ${place.id}: ${why}` : why);
    const waitMs = !isOfPlace && RETRIES_MS[place.failures];
    if (waitMs) {
      place.failures += 1;
      place.state = 'failed';
      place.why = why;
      setTimeout(() => {
        if (place.state === 'failed' && host.placeOf(element) === place && host.live.has(element)) {
          host.askNear(element);
        }
      }, waitMs);
    } else {
      end(host, element, place, why);
    }
  },
  hide,
  back(host) {
    for (const element of host.live) {
      const filled = host
        .placeOf(element)
        ?.log.filter(({ type }) => type === 'fill')
        .pop();
      if (filled && Date.now() - filled.time > STALE_MS) {
        // Those that are far come when the visitor gets to them.
        host.askNear(element);
      }
    }
  },
  post(url, text) {
    return new Later((resolve, reject) => {
      if (/native code/.test(`${window.fetch}`)) {
        reject();
        return;
      }
      const call = new XMLHttpRequest();
      call.open('POST', url);
      call.responseType = 'json';
      call.setRequestHeader('Content-Type', 'text/plain');
      call.onload = () => resolve(call.response);
      call.onerror = reject;
      call.send(text);
    });
  },
};
register(file);

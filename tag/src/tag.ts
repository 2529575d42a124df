/**
 * The script for webmasters' pages. It finds the places of the page, also those added later, asks for ads for all
 * places that come near the viewport in one request, draws them inside shadow roots and reports shows.
 *
 * Goals, in this order: never disturb the host page, never throw; be small; be fast.
 */
import { renderBlock } from '../render/block';
import { imageTop } from '../render/image-top';
import type { Template } from '../render/types';
import { readConsent, visitorId } from './consent';
import { ATTRIBUTES, found, leave, origin, source } from './network';
import type { Passback } from './passback';
import type { Refresh } from './refresh';
import { reporter } from './report';
import { unwatchView, watchView } from './viewability';
import { type AdsAnswer, type Part, type ServedBlock, WIRE_VERSION } from './wire';

/** What names a block. */
const ID = /^\d{1,18}$/;
/** How far below the viewport a place is loaded, in px. */
const NEAR_PX = 400;
/** How long places are gathered for one request, in ms. */
const GATHER_MS = 30;
/** How long an answer keeps the next request waiting, in ms, so that both do not bring the same ad. */
const ANSWER_WAIT_MS = 3000;
/** The most places of one request; the server refuses more. */
const PLACES_MAX = 20;
/** The most ads that a request names as on the page already; the server refuses more. */
const ON_PAGE_MAX = 200;
/** How many screens away an ad may come again: an endless page would run out of ads. */
const AWAY_SCREENS = 10;

/** A place of the page and what became of it. */
interface Place {
  /** The block's id, as the attribute says it. */
  id: string;
  /** Ids of the ads in it. */
  ads: number[];
  /** Cards that were not seen yet, with their tokens and the page that they were drawn on. */
  unseen: Map<Element, [token: string, page: string]>;
  /** What was put into the place itself: the webmaster's own HTML or page. */
  passback: Node[];
  /** How often it was filled anew. */
  refreshes: number;
  isDone?: boolean;
}

/** Templates, and other parts of the script that few places need. */
const parts = new Map<string, Promise<Part>>([[imageTop.name, Promise.resolve(imageTop)]]);
const arrivals = new Map<string, (part: Part) => void>();
/** All places ever met, by their elements; one that is taken out and put back is the same. */
const known = new WeakMap<Element, Place>();
/** The elements that are on the page now. */
const live = new Set<HTMLElement>();
const told = new Set<string>();
let waiting: HTMLElement[] = [];
let answered: Promise<unknown> = Promise.resolve();

const reportShows = reporter(`${origin}/d/show`);
const reportViews = reporter(`${origin}/d/view`);
const reportPassbacks = reporter(`${origin}/d/passback`);

/** Says something to whoever builds the page, once. */
const tell = (text: string): void => {
  if (!told.has(text)) {
    told.add(text);
    // biome-ignore lint/suspicious/noConsole: it is for whoever builds the page, and they look there
    console.info(`${source?.host}: ${text}`);
  }
};

/** What a place says of its block: of the attributes that it has, the one that names one. */
const idOf = (place: Element): string => {
  const ids = ATTRIBUTES.map((name) => place.getAttribute(name) ?? '');
  return ids.find((id) => ID.test(id)) ?? ids.find(Boolean) ?? '';
};

/** Runs a step of the tag; a failure ends the step and nothing else. */
const quietly =
  <A extends unknown[]>(step: (...args: A) => void) =>
  (...args: A): void => {
    try {
      step(...args);
    } catch {
      // The host page is not ours to fill with errors.
    }
  };

/** Runs a step soon, and once however often it is asked for until then. */
const soon = (step: () => void, delayMs: number) => {
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      setTimeout(() => {
        asked = false;
        step();
      }, delayMs);
    }
  };
};

/** The page around, also for a script in a frame of it. */
const pageAddress = (): string => {
  try {
    return (window.top ?? window).location.href;
  } catch {
    return location.protocol === 'about:' ? document.referrer : location.href;
  }
};

function loadPart<P extends Part>(name: string): Promise<P> {
  let part = parts.get(name);
  if (!part) {
    part = new Promise((resolve, reject) => {
      arrivals.set(name, resolve);
      const element = document.createElement('script');
      element.src = `${source?.href.replace(/[?#].*$/, '').replace(/\.js$/, '')}.${name}.js`;
      element.async = true;
      element.onerror = () => {
        parts.delete(name);
        element.remove();
        tell(`${element.src} did not load: is it blocked on this page?`);
        reject(new Error(name));
      };
      document.head.append(element);
    });
    parts.set(name, part);
  }
  return part as Promise<P>;
}

/** Takes an empty place away as soon as that moves nothing that can be seen. */
const collapsing = new IntersectionObserver(
  quietly((entries: IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) {
        collapsing.unobserve(target);
        // Another network on the page may have filled it.
        if (!isDrawn(target)) {
          (target as HTMLElement).style.setProperty('display', 'none', 'important');
        }
      }
    }
  }),
);

/** Whether a network has drawn ads in a place. A root that was drawn in once stays, and shows what is in the place itself. */
const isDrawn = ({ shadowRoot }: Element): boolean => !!shadowRoot?.querySelector('.root');

/** Takes what was drawn out of a place. */
function empty({ shadowRoot }: Element): void {
  if (shadowRoot) {
    shadowRoot.replaceChildren(document.createElement('slot'));
    shadowRoot.adoptedStyleSheets = [];
  }
}

/** Gives a place back what was taken, by whichever network: nobody else says so in these words. */
function open({ style }: HTMLElement): void {
  if (style.display === 'none' && style.getPropertyPriority('display')) {
    style.removeProperty('display');
  }
}

/** Whether an element still is the place that was asked for. */
const stands = (element: Element, place: Place): boolean => known.get(element) === place && element.isConnected;

/** Watches the cards that were not seen yet. */
function watch({ unseen }: Place): void {
  for (const [card, [token, page]] of unseen) {
    watchView(card, () => {
      unseen.delete(card);
      reportViews([token], page);
    });
  }
}

async function fill(element: HTMLElement, place: Place, block: ServedBlock, whyUrl: string): Promise<void> {
  if (block.ads.length === 0) {
    // What a refresh does not fill stays as it is, and is not asked for again.
    if (!stands(element, place) || place.refreshes > 0) {
      return;
    }
    place.isDone = true;
    if (block.passback_token) {
      const { show } = await loadPart<Passback>('passback');
      if (stands(element, place)) {
        place.passback = show(element, block);
        reportPassbacks(place.passback.length > 0 ? [block.passback_token] : [], pageAddress());
      }
    } else {
      tell(`block ${place.id} is empty: ${block.empty ?? 'no ad was found'}.`);
      collapsing.observe(element);
    }
    return;
  }
  const template = await loadPart<Template>(block.template);
  // Meanwhile the place may be gone, stand for another block, or be filled by another network.
  if (!stands(element, place) || (isDrawn(element) && !drawn.has(element))) {
    return;
  }
  const absolute = (path: string | null) => (path ? new URL(path, origin).href : null);
  const ads = block.ads.map((ad) => ({
    ...ad,
    square: absolute(ad.square),
    horizontal: absolute(ad.horizontal),
    click: absolute(ad.click) ?? '',
  }));
  const view = { config: block.config, styles: block.styles, ads, whyUrl: absolute(whyUrl) ?? origin };
  open(element);
  drawn.add(element);
  const page = pageAddress();
  for (const card of place.unseen.keys()) {
    unwatchView(card);
  }
  place.unseen.clear();
  renderBlock(element, template, view).forEach((card, index) => {
    place.unseen.set(card, [block.ads[index]?.token ?? '', page]);
  });
  place.isDone = true;
  reportShows(
    block.ads.map((ad) => ad.token),
    page,
  );
  watch(place);
  if (block.refresh_s) {
    const { whenDue } = await loadPart<Refresh>('refresh');
    whenDue(
      element,
      block.refresh_s,
      ++place.refreshes,
      () => known.get(element) === place,
      () => {
        waiting.push(element);
        ask();
      },
    );
  }
}

/** Elements whose shadow root is of this script. */
const drawn = new WeakSet<Element>();

/** The ads that stand within some screens of what is seen: none of them comes a second time. */
function onPage(): number[] {
  const away = AWAY_SCREENS * innerHeight;
  return [...live]
    .filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > -away && top < innerHeight + away;
    })
    .flatMap((element) => known.get(element)?.ads ?? [])
    .slice(-ON_PAGE_MAX);
}

async function request(elements: HTMLElement[]): Promise<void> {
  const { tcf, storage } = await readConsent();
  const asked = elements.flatMap((element) => {
    const place = known.get(element);
    return place && live.has(element) ? [{ element, place }] : [];
  });
  if (asked.length === 0) {
    return;
  }
  const answer = await fetch(`${origin}/d/ads`, {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify({
      v: WIRE_VERSION,
      page: pageAddress(),
      referrer: document.referrer,
      language: navigator.language,
      visitor: visitorId(storage) || undefined,
      tcf: tcf || undefined,
      blocks: asked.map(({ place }) => ({ id: Number(place.id), refresh: place.refreshes || undefined })),
      on_page: onPage(),
    }),
  });
  if (!answer.ok) {
    const { title, detail } = await answer.json();
    tell(`places are empty: ${detail ?? title}`);
    return;
  }
  const { blocks, why_url }: AdsAnswer = await answer.json();
  // Blocks come back in the order in which they were asked for.
  await Promise.allSettled(
    asked.map(({ element, place }, index) => {
      const block = blocks[index];
      if (block?.ads.length) {
        place.ads = block.ads.map((ad) => ad.id);
      }
      return block && fill(element, place, block, why_url);
    }),
  );
}

const ask = soon(() => {
  const elements = waiting.slice(0, PLACES_MAX);
  waiting = waiting.slice(PLACES_MAX);
  if (waiting.length > 0) {
    ask();
  }
  answered = answered.then(() =>
    Promise.race([
      request(elements).catch(() =>
        tell(
          'no ads could be asked for: the network was not reached, or the page forbids it (Content Security Policy).',
        ),
      ),
      new Promise((resolve) => setTimeout(resolve, ANSWER_WAIT_MS)),
    ]),
  );
}, GATHER_MS);

const near = new IntersectionObserver(
  quietly((entries: IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        near.unobserve(target);
        waiting.push(target as HTMLElement);
        ask();
      }
    }
  }),
  { rootMargin: `${NEAR_PX}px` },
);

/** Lets go of an element that left the page or stands for another block now. */
function letGo(element: HTMLElement, isOther: boolean): void {
  live.delete(element);
  near.unobserve(element);
  collapsing.unobserve(element);
  const place = known.get(element);
  for (const card of place?.unseen.keys() ?? []) {
    unwatchView(card);
  }
  if (isOther) {
    known.delete(element);
    for (const node of place?.passback ?? []) {
      node.parentNode?.removeChild(node);
    }
    if (drawn.has(element)) {
      empty(element);
    }
    open(element);
  }
}

const find = quietly(() => {
  for (const element of live) {
    const isOther = idOf(element) !== known.get(element)?.id;
    if (isOther || !element.isConnected) {
      letGo(element, isOther);
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>(`[${ATTRIBUTES.join('],[')}]`)) {
    const id = idOf(element);
    if (!ID.test(id)) {
      tell(`${ATTRIBUTES[0]}="${id}" names no block: it is to be the block's number.`);
    } else if (!live.has(element)) {
      live.add(element);
      const before = known.get(element);
      if (before?.id === id && before.isDone) {
        // Taken out and put back with its ads.
        watch(before);
      } else {
        letGo(element, before !== undefined);
        live.add(element);
        known.set(element, { id, ads: [], unseen: new Map(), passback: [], refreshes: 0 });
        near.observe(element);
      }
    }
  }
});

// A second copy of the script on the page finds the first and does nothing; one of another network has its own places.
if (source && !found()) {
  leave(
    quietly((part: Part) => {
      arrivals.get(part.name)?.(part);
    }),
  );
  find();
  new MutationObserver(soon(find, GATHER_MS)).observe(document.documentElement, {
    attributeFilter: ATTRIBUTES,
    childList: true,
    subtree: true,
  });
}

/**
 * The script for webmasters' pages. It finds the places of the page, also those added later, asks for ads for all
 * places that come near the viewport in one request, draws them inside shadow roots and reports shows.
 *
 * Goals, in this order: never disturb the host page, never throw; be small; be fast.
 */
import { makeBlock } from '../render/block';
import { imageTop } from '../render/image-top';
import type { Template } from '../render/types';
import { readConsent } from './consent';
import { have, load, wait } from './files';
import type { EmptyFile, Happening, Host, Kind, Place, RefreshFile } from './host';
import { ATTRIBUTES, about, Later, origin, source } from './network';
import { reporter } from './report';
import { quietly, soon, tell, told } from './safely';
import { join, shared } from './shared';
import { outermost, unwatchView, watchView } from './viewability';
import { type AdsAnswer, json, posted, type ServedAd, type ServedBlock, WIRE_VERSION } from './wire';

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
/** The most that is remembered of what happened in a place. */
const LOG_MAX = 50;
/** What is a place. */
const PLACES = `[${ATTRIBUTES.join('],[')}]`;

/** All places ever met, by their elements; a filled one that is taken out and put back is the same. */
const known = new WeakMap<Element, Place>();
/** The elements that are on the page now. */
const live = new Set<HTMLElement>();
/** Elements whose shadow root is of this script. */
const drawn = new WeakSet<Element>();
const waiting: HTMLElement[] = [];
let answered: Promise<unknown> = Later.resolve();

have(imageTop);
const reportShows = reporter(`${origin}/d/show`);
const reportViews = reporter(`${origin}/d/view`);

/** What a place says of its block: of the attributes that it has, the one that names one. */
const idOf = (place: Element): string => {
  const ids = ATTRIBUTES.map((name) => place.getAttribute(name));
  return ids.find((id) => ID.test(`${id}`)) ?? ids.join('');
};

/** The page around, also for a script in a frame of it. */
const pageAddress = (): string =>
  outermost()?.location.href ?? (location.protocol === 'about:' ? document.referrer : location.href);

/** Keeps what happened in a place, and tells whoever on the page wants to know. */
function happen(type: Kind, element: HTMLElement, { id, ads, why, log }: Place, ad?: number): void {
  const happening: Happening = { type, element, block: +id, ads: ad ? [ad] : ads, why, time: Date.now() };
  log.splice(0, log.push(happening) - LOG_MAX);
  for (const hear of shared.ears ?? []) {
    quietly(hear)(happening);
  }
}

/** Whether a network has drawn ads in a place. A root that was drawn in once stays, and shows what is in the place itself. */
const isDrawn = ({ shadowRoot }: Element): Element | null | undefined => shadowRoot?.querySelector('.root');

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
function watch(element: HTMLElement, place: Place): void {
  for (const [card, [token, page, ad]] of place.unseen) {
    watchView(card, () => {
      place.unseen.delete(card);
      reportViews([token], page);
      happen('view', element, place, ad);
    });
  }
}

/** Stops to look at cards. */
function unwatch({ unseen }: Place): void {
  for (const [card] of unseen) {
    unwatchView(card);
  }
}

/** Has the file for places without ads, or for those whose ads stand elsewhere, do something if this still is the place. */
function aside(element: HTMLElement, place: Place, step: (file: EmptyFile) => void, name = 'empty'): void {
  load<EmptyFile>(name)
    .then((file) => stands(element, place) && step(file))
    .catch(tell);
}

async function fill(element: HTMLElement, place: Place, block: ServedBlock, whyUrl: string): Promise<void> {
  if (!stands(element, place)) {
    return;
  }
  place.refreshAfter = block.refresh_s;
  if (!block.ads[0]) {
    aside(element, place, ({ leave }) => leave(host, element, place, block), block.placement);
    return;
  }
  const template = await load<Template>(block.template);
  await later();
  const absolute = <T extends string | null>(path: T) => (path && new URL(path, origin).href) as T;
  const ads = block.ads.map((ad) => ({
    ...ad,
    square: absolute(ad.square),
    horizontal: absolute(ad.horizontal),
    click: absolute(ad.click),
  }));
  const [cards, show] = makeBlock(element, template, { ...block, ads, whyUrl: absolute(whyUrl) });
  // What came is read in a task, made into a block in another one, and put into the page in a third: each is short.
  await later();
  // Meanwhile the place may be gone, stand for another block, or be filled by another network.
  if (!stands(element, place) || (isDrawn(element) && !drawn.has(element))) {
    return;
  }
  open(element);
  place.undo?.();
  unwatch(place);
  place.unseen = new Map();
  const page = pageAddress();
  show();
  // Laid out at once: in a frame it would come to what that frame has to do besides.
  element.getBoundingClientRect();
  cards.forEach((card, index) => {
    const { token, id } = ads[index] as ServedAd;
    place.unseen.set(card, [token, page, id]);
    // The middle button opens ads too.
    card.onclick = card.onauxclick = ({ button }) => button < 2 && happen('click', element, place, id);
    card.onclose = () => {
      happen('close', element, place, id);
      if (!isDrawn(element)) {
        aside(element, known.get(element) ?? place, ({ hide }) => hide(element));
      }
    };
  });
  drawn.add(element);
  place.state = 'filled';
  place.why = undefined;
  place.template = block.template;
  reportShows(
    ads.map((ad) => ad.token),
    page,
  );
  happen('fill', element, place);
  watch(element, place);
  if (block.refresh_s) {
    (await load<RefreshFile>('refresh')).watch(host, element, place);
  }
}

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
  const consent = await readConsent();
  const asked = elements.flatMap((element) => {
    const place = known.get(element);
    return place && live.has(element) && place.state !== 'gone' ? [{ element, place }] : [];
  });
  if (!asked[0]) {
    return;
  }
  const url = `${origin}/d/ads`;
  const text = json({
    v: WIRE_VERSION,
    page: pageAddress(),
    referrer: document.referrer,
    language: navigator.language,
    // Browsers without pushes say "undefined".
    push: `${(window as Partial<typeof globalThis>).Notification?.permission}`,
    ...consent,
    about: about(),
    blocks: asked.map(({ place: { id, more } }) => ({ id: +id, ...more })),
    on_page: onPage(),
  });
  const answer: AdsAnswer | undefined = await (async () => (await fetch(url, posted(text))).json())()
    .catch(() => load<EmptyFile>('empty').then(({ post }) => post(url, text)))
    .catch(() => {});
  // Blocks come back in the order in which they were asked for.
  asked.forEach(({ element, place }, index) => {
    const block = answer?.blocks?.[index];
    const fails = (error: unknown) => aside(element, place, ({ fail }) => fail(host, element, place, error));
    if (block) {
      // The next request knows of these ads, drawn or not.
      place.ads = block.ads[0] ? block.ads.map((ad) => ad.id) : place.ads;
      fill(element, place, block, answer.why_url).catch(fails);
    } else {
      fails(answer);
    }
  });
}

const ask = soon(() => {
  const elements = waiting.splice(0, PLACES_MAX);
  if (waiting[0]) {
    ask();
  }
  answered = answered.then(
    () =>
      new Later((resolve) => {
        request(elements).then(resolve, resolve);
        setTimeout(resolve, ANSWER_WAIT_MS);
      }),
  );
}, GATHER_MS);

const near = new IntersectionObserver(
  quietly((entries: IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        want(target as HTMLElement);
      }
    }
  }),
  { rootMargin: `${NEAR_PX}px` },
);

/** Lets go of an element that left the page or stands for another block now. */
function letGo(element: HTMLElement, isOther: boolean): void {
  live.delete(element);
  near.unobserve(element);
  const place = known.get(element);
  if (place) {
    unwatch(place);
    if (isOther) {
      known.delete(element);
      place.undo?.();
      if (drawn.has(element)) {
        empty(element);
      }
      open(element);
    }
  }
}

/** Enters an element as a place of a block. */
function enter(element: HTMLElement, id: string, state: Place['state'] = 'far'): Place {
  letGo(element, true);
  const place: Place = { id, state, ads: [], failures: 0, log: [], unseen: new Map() };
  live.add(element);
  known.set(element, place);
  return place;
}

/** Tasks in an order, where the browser has that and the page has not put something else under its name. */
type Scheduling = { scheduler?: Partial<Scheduler> };

/** A task of its own: where the browser has an order of tasks, before pictures and frames, of which then fewer come in between. */
const later = () =>
  new Later(
    (resolve) =>
      (window as Scheduling).scheduler?.postTask?.(resolve as () => void, { priority: 'user-blocking' }) ??
      setTimeout(resolve),
  );

/** Asks for a place soon, with others; an answer to what was asked before comes too late. */
function want(element: HTMLElement): void {
  const id = idOf(element);
  if (!ID.test(id)) {
    return;
  }
  near.unobserve(element);
  const before = known.get(element);
  known.set(element, { ...(before?.id === id ? before : enter(element, id)), state: 'asked' });
  live.add(element);
  if (!waiting.includes(element)) {
    waiting.push(element);
  }
  ask();
}

const find = quietly(() => {
  for (const element of live) {
    const isOther = idOf(element) !== known.get(element)?.id;
    if (isOther || !element.isConnected) {
      letGo(element, isOther);
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>(PLACES)) {
    const id = idOf(element);
    if (!ID.test(id)) {
      tell(`${ATTRIBUTES[0]}="${id}" is no block's number.`);
    } else if (!live.has(element)) {
      const before = known.get(element);
      if (before?.id === id && (before.state === 'filled' || before.state === 'gone' || before.undo)) {
        // Taken out and put back as it was.
        live.add(element);
        watch(element, before);
      } else {
        enter(element, id);
        near.observe(element);
      }
    }
  }
});

const host: Host = {
  live,
  selector: PLACES,
  told,
  tell,
  placeOf: (element) => known.get(element),
  ask: want,
  askNear: (element) => near.observe(element),
  drop: (element) => enter(element, idOf(element), 'gone'),
  happen,
  load,
  origin,
  pageAddress,
};

// A second copy of the script on the page finds the first and does nothing; one of another network has its own places.
if (source && wait()) {
  find();
  // The document: its first element may be written anew.
  new MutationObserver(soon(find, GATHER_MS)).observe(document, {
    attributeFilter: ATTRIBUTES,
    childList: true,
    subtree: true,
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      load<EmptyFile>('empty')
        .then(({ back }) => back(host))
        .catch(tell);
    }
  });
  quietly(join)(host);
  // Where there is a consent manager, it is listened to before the first place comes near.
  void readConsent();
}

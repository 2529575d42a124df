/**
 * The script for webmasters' pages. It finds the places of the page, also those added later, asks for ads for all
 * places that come near the viewport in one request, draws them inside shadow roots and reports shows.
 *
 * Goals, in this order: never disturb the host page, never throw; be small; be fast.
 */
import { renderBlock } from '../render/block';
import { imageTop } from '../render/image-top';
import type { Template } from '../render/types';
import { type Consent, readConsent, visitorId } from './consent';
import { watchView } from './viewability';
import { type AdsAnswer, type ServedBlock, send, WIRE_VERSION } from './wire';

/** Replaced by the server with all names that pages with this file may have, separated by commas, when it serves the file. */
const ATTRIBUTES = 'data-placard'.split(',');
/** How far below the viewport a place is loaded, in px. */
const NEAR_PX = 400;
/** How long places are gathered for one request, in ms. */
const GATHER_MS = 30;
/** The most places of one request; the server refuses more. */
const PLACES_MAX = 20;

interface TagWindow {
  /** Template files call this when they have loaded. */
  __placard?: (template: Template) => void;
}

const script = document.currentScript as HTMLScriptElement | null;
const base = script ? new URL(script.src, location.href) : null;
const origin = base ? base.origin : '';
const folder = base ? base.href.slice(0, base.href.lastIndexOf('/') + 1) : '';

const templates = new Map<string, Promise<Template>>([[imageTop.name, Promise.resolve(imageTop)]]);
const arrivals = new Map<string, (template: Template) => void>();
const seen = new WeakSet<Element>();
const onPage: number[] = [];
let consent: Promise<Consent> | undefined;
const waiting: HTMLElement[] = [];

/** The block of a place. */
const idOf = (place: Element) =>
  ATTRIBUTES.map((name) => place.getAttribute(name) ?? '').find((id) => /^\d{1,18}$/.test(id));

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

function loadTemplate(name: string): Promise<Template> {
  let template = templates.get(name);
  if (!template) {
    template = new Promise((resolve, reject) => {
      arrivals.set(name, resolve);
      const element = document.createElement('script');
      element.src = `${folder}${base?.pathname.split('/').pop()?.replace(/\.js$/, '') ?? 'p'}.${name}.js`;
      element.async = true;
      element.onerror = () => {
        templates.delete(name);
        reject(new Error(name));
      };
      document.head.append(element);
    });
    templates.set(name, template);
  }
  return template;
}

function fill(place: HTMLElement, block: ServedBlock, whyUrl: string): Promise<void> | undefined {
  if (block.ads.length === 0) {
    if (block.passback_html) {
      // A fragment made so runs the scripts of the webmaster's own HTML.
      place.append(document.createRange().createContextualFragment(block.passback_html));
    }
    return undefined;
  }
  return loadTemplate(block.template).then((template) => {
    const absolute = (path: string | null) => (path ? new URL(path, origin).href : null);
    const ads = block.ads.map((ad) => ({
      ...ad,
      square: absolute(ad.square),
      horizontal: absolute(ad.horizontal),
      click: absolute(ad.click) ?? '',
    }));
    const view = { config: block.config, styles: block.styles, ads, whyUrl: absolute(whyUrl) ?? origin };
    const cards = renderBlock(place, template, view);
    const page = location.href;
    send(`${origin}/d/show`, { tokens: block.ads.map((ad) => ad.token), page });
    cards.forEach((card, index) => {
      const token = block.ads[index]?.token;
      if (token) {
        watchView(card, () => send(`${origin}/d/view`, { tokens: [token], page }));
      }
    });
  });
}

async function request(places: HTMLElement[]): Promise<void> {
  consent ??= readConsent();
  const { tcf, storage } = await consent;
  const answer = await fetch(`${origin}/d/ads`, {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify({
      v: WIRE_VERSION,
      page: location.href,
      referrer: document.referrer,
      language: navigator.language,
      visitor: visitorId(storage) || undefined,
      tcf: tcf || undefined,
      blocks: places.map((place) => ({ id: Number(idOf(place)) })),
      on_page: onPage,
    }),
  });
  if (!answer.ok) {
    return;
  }
  const { blocks, why_url }: AdsAnswer = await answer.json();
  for (const block of blocks) {
    onPage.push(...block.ads.map((ad) => ad.id));
  }
  // Blocks come back in the order in which they were asked for.
  await Promise.allSettled(
    places.map((place, index) => {
      const block = blocks[index];
      return block ? fill(place, block, why_url) : undefined;
    }),
  );
}

const ask = soon(() => {
  const places = waiting.splice(0, PLACES_MAX);
  if (waiting.length > 0) {
    ask();
  }
  request(places).catch(() => undefined);
}, GATHER_MS);

const near = new IntersectionObserver(
  quietly((entries: IntersectionObserverEntry[]) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        near.unobserve(entry.target);
        waiting.push(entry.target as HTMLElement);
        ask();
      }
    }
  }),
  { rootMargin: `${NEAR_PX}px` },
);

const find = quietly(() => {
  for (const place of document.querySelectorAll<HTMLElement>(`[${ATTRIBUTES.join('],[')}]`)) {
    if (!seen.has(place) && idOf(place)) {
      seen.add(place);
      near.observe(place);
    }
  }
});

const host = window as TagWindow;
// A second copy of the script on the page finds the first and does nothing.
if (base && !host.__placard) {
  host.__placard = quietly((template: Template) => {
    arrivals.get(template.name)?.(template);
  });
  find();
  new MutationObserver(soon(find, GATHER_MS)).observe(document.documentElement, { childList: true, subtree: true });
}

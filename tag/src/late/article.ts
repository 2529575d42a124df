/**
 * Ads between the paragraphs of an article, as the Better Ads Standards allow them: none in the first screen, at least 600 px of
 * text between two, and together at most 30 % of the article's height. A place opens only below what is seen: nothing
 * that a visitor looks at moves.
 */
import type { PlacementFile } from '../host';
import { enterPlace, hear, isSettled, makePlace, stand } from '../placed';
import { register } from '../register';

/** The text between two ads, in px. */
const GAP_PX = 600;
/** The share of the article's height that ads may take. */
const DENSITY_MAX = 0.3;
/** Characters from which a paragraph is one: not a caption or a line of buttons. */
const PARAGRAPH_CHARS_MIN = 40;
/** How far below the window an ad is asked for, in percent of its height: it is drawn when the visitor gets there. */
const AHEAD_PERCENT = 150;
/** How long a page that changes is waited for before it is looked through again, in ms. */
const SETTLE_MS = 300;
const ARTICLES = 'article,main,[role="main"],[itemprop="articleBody"]';

const isParagraph = (element: Element | null): element is HTMLElement =>
  element?.localName === 'p' && (element.textContent ?? '').trim().length >= PARAGRAPH_CHARS_MIN;

/** Of the elements with the text around the code the one with most paragraphs. */
function textAround(element: HTMLElement): Element | undefined {
  const within = element.closest(ARTICLES) ?? element.parentElement ?? document.body;
  const counts = new Map<Element, number>();
  for (const paragraph of within.querySelectorAll('p')) {
    const around = paragraph.parentElement;
    if (around && isParagraph(paragraph)) {
      counts.set(around, (counts.get(around) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

const file: PlacementFile = {
  name: 'article',
  leave(host, element, place, { paragraphs = 4 }) {
    if (isSettled(host, element, place)) {
      return;
    }
    /** The places that were made, with the height of what is in them: 0 until they are open. */
    const spots = new Map<HTMLElement, number>();
    const ends: (() => void)[] = [];
    let lastPx = 0;
    const heightOf = ({ style, scrollHeight, offsetHeight }: HTMLElement) =>
      style.height === '0px' ? scrollHeight : offsetHeight;
    /** Whether one more ad so high is not too much for the text. */
    const isLight = (text: Element, heightPx: number): boolean => {
      const open = [...spots.values()].reduce((sum, px) => sum + px, 0);
      return open + heightPx <= DENSITY_MAX * (text.scrollHeight - open);
    };
    const isBelow = (at: Element): boolean => at.getBoundingClientRect().top >= innerHeight;

    /** Opens what was filled and is out of view. */
    const opening = new IntersectionObserver((entries) => {
      for (const { target } of entries) {
        const spot = target as HTMLElement;
        const text = spot.parentElement;
        if (!text || !isBelow(spot)) {
          continue;
        }
        opening.unobserve(spot);
        const height = heightOf(spot);
        if (isLight(text, height)) {
          spots.set(spot, height);
          lastPx = height;
          for (const name of ['height', 'overflow', 'margin']) {
            spot.style.removeProperty(name);
          }
          spot.style.setProperty('margin', '24px 0');
        } else {
          host.tell(`block ${place.id}: one more ad would take more than 30 % of this article.`);
          host.drop(spot);
        }
      }
    });
    const asking = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const text = target.parentElement;
          // What was passed by without an ad is asked for no more: it would stand above what is seen.
          if (isIntersecting && text && isBelow(target)) {
            asking.unobserve(target);
            if (isLight(text, lastPx)) {
              host.ask(target as HTMLElement);
            }
          }
        }
      },
      { rootMargin: `0px 0px ${AHEAD_PERCENT}% 0px` },
    );

    const make = (after: HTMLElement) => {
      const spot = makePlace(host, element);
      for (const [name, value] of Object.entries({ height: '0', margin: '0', overflow: 'hidden', clear: 'both' })) {
        spot.style.setProperty(name, value);
      }
      spots.set(spot, 0);
      ends.push(
        hear(spot, ({ type }) => {
          // It opens where it is not seen, with the ads or with the webmaster's own.
          if (spots.get(spot) === 0 && (type === 'fill' || spot.firstElementChild)) {
            opening.observe(spot);
          } else if (type === 'close' && !spot.shadowRoot?.querySelector('.card')) {
            spots.set(spot, 0);
          }
        }),
      );
      after.after(spot);
      enterPlace(host, spot);
      asking.observe(spot);
    };

    const plan = () => {
      const text = textAround(element);
      let passed = 0;
      for (const child of text?.children ?? []) {
        if (spots.has(child as HTMLElement)) {
          passed = 0;
        }
        if (!isParagraph(child)) {
          continue;
        }
        passed += 1;
        const { bottom } = child.getBoundingClientRect();
        // A heading belongs to what follows it, and the end of the text is no place between two paragraphs.
        if (passed < paragraphs || !isParagraph(child.nextElementSibling) || bottom < innerHeight) {
          continue;
        }
        const others = [...document.querySelectorAll(host.selector)].filter((one) => one !== element);
        const isApart = others.every((one) => {
          const rect = one.getBoundingClientRect();
          const isThere = rect.height > 0 || spots.has(one as HTMLElement);
          return !isThere || bottom <= rect.top - GAP_PX || bottom >= rect.bottom + GAP_PX;
        });
        if (isApart) {
          make(child);
          passed = 0;
        }
      }
      place.why =
        spots.size > 0 ? `its ads stand in ${spots.size} places of the text` : 'the text is too short for ads';
    };
    let timer = 0;
    const planSoon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(plan, SETTLE_MS);
    };
    const end = () => {
      clearTimeout(timer);
      removeEventListener('resize', planSoon);
      asking.disconnect();
      opening.disconnect();
      for (const step of ends) {
        step();
      }
      for (const spot of spots.keys()) {
        host.drop(spot);
        spot.remove();
      }
    };
    // Text that comes later, and pictures that make it longer, have places too.
    stand(place, element, '', end, planSoon);
    addEventListener('resize', planSoon);
    addEventListener('load', planSoon, { once: true });
    plan();
  },
};
register(file);

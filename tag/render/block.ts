import { str } from './config';
import { blockCss, COMMON, MARK } from './css';
import type { BlockView, Builder, Template } from './types';

/** The narrowest width of which the network has its pictures beside their own, in px; each further one is twice as wide. */
const WIDTH_LEAST = 160;
/** The widest of them, in px. */
const WIDTH_MOST = 640;

/** A constructed style sheet. */
const construct = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/** The last sheets by their places in a block. Those that all blocks have, the first and the last, are read by the browser once. */
const common: CSSStyleSheet[] = [];

/**
 * Puts the style sheets of a block into its shadow root: constructed ones where the browser has them, else elements. The first and
 * the last are those of all blocks.
 */
function adopt(root: ShadowRoot, sheets: [string, string, string, string]): void {
  try {
    root.adoptedStyleSheets = sheets.map((css, index) => {
      const sheet = (!(index % 3) && common[index]) || construct(css);
      common[index] = sheet;
      return sheet;
    });
  } catch {
    for (const css of sheets) {
      const style = document.createElement('style');
      style.textContent = css;
      root.append(style);
    }
  }
}

/**
 * Makes the elements of a block for `host`, and answers its cards in the order of the ads with what puts them into a shadow root,
 * in place of what was there. Making them and having the browser lay them out takes about as long.
 */
export function makeBlock(host: HTMLElement, template: Template, view: BlockView): [HTMLAnchorElement[], () => void] {
  const document = host.ownerDocument;
  const { config } = view;
  const h: Builder = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };

  const link = (className: string, href: string, ...children: (Node | string)[]): HTMLAnchorElement =>
    Object.assign(h('a', className, ...children) as HTMLAnchorElement, {
      href,
      target: '_blank',
      rel: 'noopener sponsored nofollow',
    });

  const cards = view.ads.map((ad) => {
    const card = link('card', ad.click, ...template.card(h, ad, config));
    const meta = card.querySelector('.meta') ?? (card.querySelector('.words') ?? card).appendChild(h('span', 'meta'));
    meta.append(h('span', 'mark', str(config, 'label') || 'Ad'), h('span', 'brand', ad.brand));
    return card;
  });
  // The line that says that these are ads stands beside what the webmaster's own rules reach, not inside of it.
  const all = h(
    'div',
    'root',
    h('div', 'top', h('span', 'heading', str(config, 'heading')), link('why', view.whyUrl, 'Why these ads?')),
    h('div', 'block', ...(template.arrange?.(h, cards, view) ?? [h('div', 'grid', ...cards)])),
  );
  const show = () => {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren(all);
    adopt(root, [COMMON, blockCss(config, template.css(config)), view.styles, MARK]);
    for (const image of all.querySelectorAll('img')) {
      // As wide as its field needs it, cut to the field's shape, on this screen; the network has them in these widths. It is chosen
      // in the frame that shows the field, before the picture is loaded: to ask for the width now would be a layout in this task.
      new ResizeObserver((_, observer) => {
        observer.disconnect();
        const px = Math.max(image.clientWidth, image.clientHeight * +image.name) * devicePixelRatio;
        let enough = WIDTH_LEAST;
        while (enough < px) {
          enough *= 2;
        }
        // One that was refused meanwhile is a JPEG, and stays it.
        if (enough <= WIDTH_MOST) {
          image.src = image.src.replace(/webp$/, `${enough}.webp`);
        }
      }).observe(image);
    }
  };
  return [cards, show];
}

/** Draws a block into `host`, and answers its cards. Drawing again replaces what was there. */
export function renderBlock(host: HTMLElement, template: Template, view: BlockView): HTMLAnchorElement[] {
  const [cards, show] = makeBlock(host, template, view);
  show();
  return cards;
}

/** A picture with an empty text alternative: the title beside it says what there is to say. */
export function picture(h: Builder, className: string, src: string, width: number, height: number): HTMLElement {
  const image = h('img', className) as HTMLImageElement;
  // The network has each picture as a whole JPEG too. Browsers with constructed style sheets, which came later, all have WebP:
  // a picture that they do not get is refused, and would be a second time. Those without may load it before it is shown.
  if (!document.adoptedStyleSheets) {
    image.onerror = () => {
      image.onerror = null;
      image.src = src.replace(/webp$/, 'jpg');
    };
  }
  return Object.assign(image, {
    alt: '',
    decoding: 'async',
    width,
    height,
    // Not loaded before the block says how wide it is needed.
    loading: 'lazy',
    name: `${width / height}`,
    src,
  });
}

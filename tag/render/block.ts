import { str } from './config';
import { blockCss, MARK } from './css';
import type { BlockView, Builder, Template } from './types';

/** The narrowest width of which the network has its pictures beside their own, in px; each further one is twice as wide. */
const WIDTH_LEAST = 160;
/** The widest of them, in px. */
const WIDTH_MOST = 640;

/** Puts style sheets into a shadow root: constructed ones where the browser has them, else elements. */
function adopt(root: ShadowRoot, sheets: string[]): void {
  try {
    root.adoptedStyleSheets = sheets.map((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    });
  } catch {
    for (const css of sheets) {
      const style = root.ownerDocument.createElement('style');
      style.textContent = css;
      root.append(style);
    }
  }
}

/**
 * Draws a block into `host`, inside a shadow root, and answers its cards in the order of the ads.
 * Drawing again replaces what was there.
 */
export function renderBlock(host: HTMLElement, template: Template, view: BlockView): HTMLAnchorElement[] {
  const document = host.ownerDocument;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const h: Builder = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };

  const link = (className: string, href: string, ...children: (Node | string)[]): HTMLAnchorElement => {
    const element = h('a', className, ...children) as HTMLAnchorElement;
    element.href = href;
    element.target = '_blank';
    element.rel = 'noopener sponsored nofollow';
    return element;
  };

  const cards = view.ads.map((ad) => {
    const card = link('card', ad.click, ...template.card(h, ad, view.config));
    const meta = card.querySelector('.meta') ?? (card.querySelector('.words') ?? card).appendChild(h('span', 'meta'));
    meta.append(h('span', 'mark', str(view.config, 'label') || 'Ad'), h('span', 'brand', ad.brand));
    return card;
  });
  const top = h(
    'div',
    'top',
    h('span', 'heading', str(view.config, 'heading')),
    link('why', view.whyUrl, 'Why these ads?'),
  );

  // The line that says that these are ads stands beside what the webmaster's own rules reach, not inside of it.
  root.replaceChildren(
    h('div', 'root', top, h('div', 'block', ...(template.arrange?.(h, cards, view) ?? [h('div', 'grid', ...cards)]))),
  );
  adopt(root, [blockCss(view.config, template.css(view.config)), view.styles, MARK].filter(Boolean));
  for (const image of root.querySelectorAll('img')) {
    // As wide as its field needs it, cut to the field's shape, on this screen; the network has them in these widths.
    const { clientHeight, clientWidth, name, src } = image;
    // The network has each picture as a whole JPEG too. Browsers with constructed style sheets, which came later, all have WebP:
    // a picture that they do not get is refused, and would be a second time.
    if (!document.adoptedStyleSheets) {
      image.onerror = () => {
        image.onerror = null;
        image.src = src.replace(/webp$/, 'jpg');
      };
    }
    const px = Math.max(clientWidth, clientHeight * +name) * devicePixelRatio;
    let enough = WIDTH_LEAST;
    while (enough < px) {
      enough *= 2;
    }
    if (px && enough <= WIDTH_MOST) {
      image.src = src.replace(/webp$/, `${enough}.webp`);
    }
  }
  return cards;
}

/** A picture with an empty text alternative: the title beside it says what there is to say. */
export function picture(h: Builder, className: string, source: string, width: number, height: number): HTMLElement {
  const image = h('img', className) as HTMLImageElement;
  image.alt = '';
  image.decoding = 'async';
  image.width = width;
  image.height = height;
  // Not loaded before the block says how wide it is needed.
  image.loading = 'lazy';
  image.name = `${width / height}`;
  image.src = source;
  return image;
}

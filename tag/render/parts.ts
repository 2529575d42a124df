/** What templates have in common beside the frame: words, pictures, buttons, lines. */
import { picture } from './block';
import { on, str } from './config';
import type { BlockConfig, Builder, RenderedAd } from './types';

/** The title, and the description where it is wanted. */
export const texts = (h: Builder, ad: RenderedAd, config: BlockConfig): HTMLElement[] => {
  const title = h('span', 'title', ad.title);
  return on(config, 'show_description') && ad.description ? [title, h('span', 'text', ad.description)] : [title];
};

/** The ad's picture, square or wide; an empty field where it has none. */
export const image = (h: Builder, ad: RenderedAd, isSquare: boolean, className = 'image'): HTMLElement => {
  const source = (isSquare ? ad.square : ad.horizontal) ?? ad.square ?? ad.horizontal;
  return source
    ? picture(h, className, source, isSquare ? 600 : 800, isSquare ? 600 : 450)
    : h('span', `${className} blank`);
};

/** The picture in the shape of the settings. */
export const shaped = (h: Builder, ad: RenderedAd, config: BlockConfig): HTMLElement =>
  image(h, ad, str(config, 'image_ratio') === '1/1');

/** The ad's square picture, small; the advertiser's first letter where it has none. */
export const icon = (h: Builder, ad: RenderedAd): HTMLElement => {
  const letter = (ad.brand || ad.title).trim().charAt(0).toUpperCase();
  const element = ad.square ? picture(h, 'icon', ad.square, 96, 96) : h('span', 'icon letter', letter);
  element.setAttribute('aria-hidden', 'true');
  return element;
};

/**
 * The place of the mark and of the advertiser's name, where it is not below the words. What holds it inside the card has the
 * class `words`: it stays visible whatever the webmaster's own rules say.
 */
export const meta = (h: Builder): HTMLElement => h('span', 'meta');

/** What looks like a button; the whole card is the link. */
export const button = (h: Builder, config: BlockConfig): HTMLElement[] =>
  on(config, 'show_button') && str(config, 'button_text') ? [h('span', 'button', str(config, 'button_text'))] : [];

/** Rules of pictures that keep the shape of the settings. */
export const IMAGE_CSS =
  '.image{display:block;aspect-ratio:var(--ratio);height:auto;border-radius:var(--image-radius)}.blank{background:var(--line)}';

/** Rules of icons, as large as this, in px. */
export const iconCss = (px: number, radius: string): string =>
  `.icon{flex:none;width:${px}px;height:${px}px;border-radius:${radius}}` +
  '.letter{display:grid;place-items:center;background:var(--line);color:var(--title);font-weight:700}';

/** Rules of the button in the look of the settings. */
export const buttonCss = (config: BlockConfig): string =>
  '.button{display:block;align-self:flex-start;max-width:100%;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;' +
  'font-size:13px;line-height:18px;font-weight:600;' +
  ({
    outline: 'padding:4px 13px;border:1px solid;border-radius:99px;color:var(--title)}',
    link: 'color:var(--button);text-decoration:underline;text-underline-offset:3px}',
  }[str(config, 'button_style')] ??
    'padding:8px 14px;border-radius:min(var(--radius),8px);background:var(--button);color:var(--button-text)}');

/** The line above ads whose words have colours for a picture: it stands on the page, and follows the scheme alone. */
export const TOP_CSS =
  '.root .top{--text:#6b6560;--text:light-dark(#5f5753,#b3aba4);--title:var(--text);background:none}';

/** Which way a picture stands beside the words. */
export const direction = (config: BlockConfig): string => (str(config, 'image_side') === 'end' ? 'row-reverse' : 'row');

import { button, buttonCss, IMAGE_CSS, meta, shaped, texts } from './parts';
import type { Template } from './types';

/** Media: a card like one of a shop, with a button over its whole width. */
export const mediaImageTop: Template = {
  name: 'media-image-top',
  css: (config) =>
    `${IMAGE_CSS + buttonCss(config)}.card{flex-direction:column}.words{flex:1}` +
    '.button{align-self:stretch;margin-top:4px;text-align:center}',
  card: (h, ad, config) => [
    shaped(h, ad, config),
    h('span', 'words', ...texts(h, ad, config), meta(h), ...button(h, config)),
  ],
};

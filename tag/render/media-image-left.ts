import { int } from './config';
import { button, buttonCss, direction, image, meta, texts } from './parts';
import type { Template } from './types';

/** Media: a card with the picture over its whole height at one side. */
export const mediaImageLeft: Template = {
  name: 'media-image-left',
  css: (config) =>
    buttonCss(config) +
    `.card{flex-direction:${direction(config)}}.image{flex:none;width:min(${int(config, 'image_width') || 124}px,40%);` +
    'height:auto;min-height:96px;aspect-ratio:1}.blank{background:var(--line)}.words{flex:1;gap:5px;justify-content:center}' +
    '.meta{margin-top:0}.button{margin-top:4px}',
  card: (h, ad, config) => [
    image(h, ad, true),
    h('span', 'words', ...texts(h, ad, config), meta(h), ...button(h, config)),
  ],
};

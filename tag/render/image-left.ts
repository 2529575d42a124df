import { int } from './config';
import { direction, IMAGE_CSS, shaped, texts } from './parts';
import { ruled } from './rule';
import type { Template } from './types';

/** Native: the picture beside title and description, as a page lists its own articles. */
export const imageLeft: Template = {
  name: 'image-left',
  css: (config) =>
    IMAGE_CSS +
    `.card{flex-direction:${direction(config)}}.image{flex:none;width:min(${int(config, 'image_width') || 160}px,40%)}` +
    '.words{flex:1;justify-content:center}.meta{margin-top:2px}' +
    ruled(config),
  card: (h, ad, config) => [shaped(h, ad, config), h('span', 'words', ...texts(h, ad, config))],
};

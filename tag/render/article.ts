import { int } from './config';
import { button, buttonCss, direction, IMAGE_CSS, meta, shaped } from './parts';
import type { Template } from './types';

/** Article: the title above a picture with the beginning of the story beside it. */
export const article: Template = {
  name: 'image-left-title-top',
  css: (config) =>
    IMAGE_CSS +
    buttonCss(config) +
    '.card{display:block}.words{gap:12px}.meta{margin-top:0}.title{line-height:1.12;letter-spacing:-.01em;text-wrap:balance}' +
    `.pair{display:flex;flex-direction:${direction(config)};align-items:flex-start;gap:20px}.pair>span{flex:1;min-width:0}` +
    `.image{flex:none;width:min(${int(config, 'image_width') || 250}px,45%)}.button{display:inline-block;margin-top:8px;font-size:inherit}` +
    `.text{font-size:${int(config, 'body_size') || 15}px;line-height:1.55;-webkit-line-clamp:${int(config, 'body_lines') || 7}}` +
    '@container(max-width:559px){.pair{flex-direction:column;align-items:stretch}.image{width:100%}}',
  card: (h, ad, config) => {
    const text = h('span', 'text', ad.full_text || ad.description);
    const pair = h('span', 'pair', shaped(h, ad, config), h('span', 'story', text, ...button(h, config)));
    return [h('span', 'words', meta(h), h('span', 'title', ad.title), pair)];
  },
};

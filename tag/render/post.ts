import { button, buttonCss, IMAGE_CSS, meta, shaped, texts } from './parts';
import { ruled } from './rule';
import type { Template } from './types';

/** Native: one large story, its title above a wide picture. */
export const post: Template = {
  name: 'post',
  css: (config) =>
    `${IMAGE_CSS + buttonCss(config)}.card{display:block}.words{gap:12px}.meta{margin-top:0}.image{max-height:420px}` +
    `.title{line-height:1.12;letter-spacing:-.01em;text-wrap:balance}.text{line-height:1.5}.button{font-size:15px;line-height:22px}${ruled(config)}`,
  card: (h, ad, config) => {
    const [title, ...rest] = texts(h, ad, config);
    return [h('span', 'words', meta(h), title as HTMLElement, shaped(h, ad, config), ...rest, ...button(h, config))];
  },
};

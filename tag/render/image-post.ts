import { button, buttonCss, IMAGE_CSS, icon, iconCss, meta, shaped, texts } from './parts';
import type { Template } from './types';

/** Media: like a post, who says it above the picture, what is said below. */
export const imagePost: Template = {
  name: 'image-post',
  css: (config) =>
    IMAGE_CSS +
    iconCss(36, '50%') +
    buttonCss(config) +
    '.card{flex-direction:column}.words.head{flex:none;flex-direction:row;align-items:center;gap:10px;min-width:0;padding:12px var(--pad)}' +
    '.meta{flex:1;margin-top:0}.brand{font-size:14px;font-weight:600;color:var(--title)}.words{flex:1;gap:4px}' +
    '.button{margin-top:auto;padding-top:8px;align-self:flex-end}',
  card: (h, ad, config) => [
    h('span', 'words head', icon(h, ad), meta(h)),
    shaped(h, ad, config),
    h('span', 'words', ...texts(h, ad, config), ...button(h, config)),
  ],
};

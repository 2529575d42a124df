import { button, buttonCss, IMAGE_CSS, icon, iconCss, meta, shaped, texts } from './parts';
import type { Template } from './types';

/** Media: a post with three dots, which tell why it is shown, and a bar with title and button. */
export const threeDotsPost: Template = {
  name: 'three-dots-post',
  css: (config) =>
    IMAGE_CSS +
    iconCss(36, '50%') +
    buttonCss(config) +
    '.card{flex-direction:column}.cell{position:relative;display:grid;min-width:0}' +
    '.words.head{flex:none;flex-direction:row;align-items:center;gap:10px;min-width:0;padding:12px 48px 12px var(--pad);padding-inline:var(--pad) 48px}' +
    '.meta{flex:1;margin-top:0}.brand{font-size:14px;font-weight:600;color:var(--title)}' +
    '.dots{position:absolute;inset-block-start:10px;inset-inline-end:4px;width:40px;height:40px;font:20px/36px system-ui;' +
    'text-align:center;text-decoration:none;color:var(--text)}.dots:focus-visible{outline:2px solid var(--title);outline-offset:-4px}' +
    '.foot{display:flex;flex:1;align-items:center;gap:12px;padding:10px var(--pad);background:var(--line);' +
    'background:color-mix(in srgb,var(--text) 9%,var(--bg))}.words{flex:1;gap:2px;padding:0}.button{flex:none;max-width:50%;align-self:center}',
  card: (h, ad, config) => [
    h('span', 'words head', icon(h, ad), meta(h)),
    shaped(h, ad, config),
    h('span', 'foot', h('span', 'words', ...texts(h, ad, config)), ...button(h, config)),
  ],
  arrange: (h, cards, { whyUrl }) => [
    h(
      'div',
      'grid',
      ...cards.map((card) => {
        const dots = h('a', 'dots', '⋯') as HTMLAnchorElement;
        dots.href = whyUrl;
        dots.target = '_blank';
        dots.rel = 'noopener';
        dots.setAttribute('aria-label', 'Why this ad?');
        return h('div', 'cell', card, dots);
      }),
    ),
  ],
};

import { int, on } from './config';
import { IMAGE_CSS, icon, iconCss, meta, shaped, texts } from './parts';
import type { Template } from './types';

/** Media: the picture is the card, the words stand on a panel in it, an icon in its corner. */
export const imageBackgroundIcon: Template = {
  name: 'image-background-icon',
  css: (config) => {
    const px = on(config, 'show_icon') ? int(config, 'icon_size') || 44 : 0;
    return (
      `${IMAGE_CSS + iconCss(px, '50%')}.card{display:grid;grid-template-columns:minmax(0,1fr)}` +
      '.card>*{grid-area:1/1}.image{width:100%;height:100%}.icon{justify-self:start;margin:14px;background:#fff;' +
      // The panel leaves the icon its room, however long the words are.
      `border:2px solid #fff}.words.panel{align-self:end;background:none;padding:${px ? px + 28 : 48}px 10px 10px}` +
      '.words{background:var(--bg);border-radius:var(--radius)}'
    );
  },
  card: (h, ad, config) => [
    shaped(h, ad, config),
    ...(on(config, 'show_icon') ? [icon(h, ad)] : []),
    h('span', 'words panel', h('span', 'words', ...texts(h, ad, config), meta(h))),
  ],
};

import { cellCss, closable } from './close';
import { int } from './config';
import { icon, iconCss, texts } from './parts';
import type { Template } from './types';

/** Native: a card like a notification, which can be closed. */
export const push: Template = {
  name: 'push',
  css: (config) =>
    `${cellCss(config) + iconCss(int(config, 'icon_size') || 48, '50%')}.card{align-items:flex-start}` +
    '.icon{margin-block:var(--pad);margin-inline-start:var(--pad)}.words{flex:1;gap:3px;padding-inline-end:40px}' +
    '.meta{margin-top:3px}',
  card: (h, ad, config) => [icon(h, ad), h('span', 'words', ...texts(h, ad, config))],
  arrange: closable,
};

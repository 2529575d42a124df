import { cellCss, closable } from './close';
import { int } from './config';
import { button, buttonCss, image, meta, TOP_CSS, texts } from './parts';
import type { Template } from './types';

/** Media: a card like a rich notification, with a picture, a button, and one that closes it. */
export const mediaPush: Template = {
  name: 'media-push',
  css: (config) =>
    `${TOP_CSS + cellCss(config) + buttonCss(config)}.image{flex:none;width:min(${int(config, 'image_width') || 104}px,34%);height:auto;` +
    'min-height:120px}.blank{background:var(--line)}.words{flex:1;gap:3px}.meta{margin-top:0}' +
    // The second button stands beside the first, outside of the link.
    '.button{max-width:calc(100% - 92px);margin-top:auto;font-size:13px}.title+.button,.text+.button{margin-top:8px}' +
    '.dismiss{bottom:var(--pad);max-width:96px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;padding:8px;' +
    'font-size:13px;line-height:18px;font-weight:600;color:var(--text)}.cell:has(.close) .words{padding-inline-end:40px}',
  card: (h, ad, config) => [
    image(h, ad, true),
    h('span', 'words', meta(h), ...texts(h, ad, config), ...button(h, config)),
  ],
  arrange: closable,
};

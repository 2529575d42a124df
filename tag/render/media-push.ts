import { cellCss, closable } from './close';
import { int, str } from './config';
import { button, buttonCss, image, meta, TOP_CSS, texts } from './parts';
import type { Template } from './types';

/** Media: a card like a rich notification, with a picture, a button, and one that closes it. */
export const mediaPush: Template = {
  name: 'media-push',
  css: (config) =>
    `${TOP_CSS + cellCss(config) + buttonCss(config)}.image{flex:none;width:min(${int(config, 'image_width') || 104}px,34%);height:auto;` +
    'min-height:120px}.blank{background:var(--line)}.words{flex:1;gap:3px}.meta{margin-top:0}' +
    // The second button stands outside of the link. Its words stand in the row once more, unseen: they keep its place beside the
    // first one, or below it where both are too wide.
    '.row{display:flex;flex-wrap:wrap;align-items:center;gap:0 8px;margin-top:auto;padding-top:5px}.row .button{align-self:auto}' +
    '.room{visibility:hidden;margin-inline:auto calc(0px - var(--pad))}.dismiss{bottom:var(--pad);color:var(--text)}' +
    '.room,.dismiss{max-width:140px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;padding:8px;' +
    'font-size:13px;line-height:18px;font-weight:600}.cell:has(.close) .words{padding-inline-end:40px}',
  card: (h, ad, config) => {
    const dismiss = str(config, 'dismiss_text');
    const row = [...button(h, config), ...(dismiss ? [h('span', 'room', dismiss)] : [])];
    return [
      image(h, ad, true),
      h('span', 'words', meta(h), ...texts(h, ad, config), ...(row.length > 0 ? [h('span', 'row', ...row)] : [])),
    ];
  },
  arrange: closable,
};

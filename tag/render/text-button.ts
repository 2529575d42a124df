import { button, buttonCss, meta, texts } from './parts';
import type { Template } from './types';

/** Text: a question in a frame, with a button. */
export const textButton: Template = {
  name: 'text-button',
  css: (config) =>
    `${buttonCss(config)}.words{flex:1;gap:8px}.meta{margin-top:0}.title{line-height:1.18}.text{line-height:1.45}` +
    // The button stands at the same height in all cards of a row.
    '.button{margin-top:auto}.text,.title:last-of-type{margin-bottom:4px}',
  card: (h, ad, config) => [h('span', 'words', meta(h), ...texts(h, ad, config), ...button(h, config))],
};

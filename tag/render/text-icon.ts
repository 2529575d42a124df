import { int, on } from './config';
import { icon, iconCss, texts } from './parts';
import type { Template } from './types';

/** Text: a small icon, else the first letter of the advertiser, beside title and description. */
export const textIcon: Template = {
  name: 'text-icon',
  css: (config) => {
    const width = int(config, 'rule_width');
    return (
      iconCss(int(config, 'icon_size') || 32, '6px') +
      '.card{align-items:stretch}.words{flex:1;padding-inline-start:max(var(--pad),10px)}' +
      '.icon{margin:var(--pad) 0 0;margin-inline-start:var(--pad)}' +
      // A list: one line above all of it, thin ones between.
      (width ? `.grid{border-top:${width}px solid var(--title)}.card{border-bottom:1px solid var(--line)}` : '')
    );
  },
  card: (h, ad, config) => {
    const words = h('span', 'words', ...texts(h, ad, config));
    return on(config, 'show_icon') ? [icon(h, ad), words] : [words];
  },
};

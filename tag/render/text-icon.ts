import { picture } from './block';
import { on } from './config';
import type { Template } from './types';

/** Text: a small icon, else the first letter of the advertiser, beside title and description. */
export const textIcon: Template = {
  name: 'text-icon',
  css:
    '.card{align-items:stretch}.words{flex:1;padding-inline-start:max(var(--pad),10px)}' +
    '.icon{flex:none;width:var(--icon);height:var(--icon);margin:var(--pad) 0 0 var(--pad);border-radius:6px}' +
    '.letter{display:grid;place-items:center;background:var(--line);color:var(--title);font-weight:700}',
  card: (h, ad, config) => {
    const words = h('span', 'words', h('span', 'title', ad.title));
    if (on(config, 'show_description') && ad.description) {
      words.append(h('span', 'text', ad.description));
    }
    if (!on(config, 'show_icon')) {
      return [words];
    }
    const letter = (ad.brand || ad.title).trim().charAt(0).toUpperCase();
    const icon = ad.square ? picture(h, 'icon', ad.square, 64, 64) : h('span', 'icon letter', letter);
    icon.setAttribute('aria-hidden', 'true');
    return [icon, words];
  },
};

import { picture } from './block';
import { on, str } from './config';
import { ruled } from './rule';
import type { Template } from './types';

/** Native: the picture above, title and description below. */
export const imageTop: Template = {
  name: 'image-top',
  css: (config) =>
    '.card{flex-direction:column}.words{flex:1}.image{aspect-ratio:var(--ratio);height:auto;border-radius:var(--image-radius)}' +
    // Without an inner padding the title would touch the picture.
    '.image+.words{padding-top:max(8px,var(--pad))}' +
    ruled(config),
  card: (h, ad, config) => {
    const square = str(config, 'image_ratio') === '1/1';
    const source = (square && ad.square) || ad.horizontal || ad.square;
    const words = h('span', 'words', h('span', 'title', ad.title));
    if (on(config, 'show_description') && ad.description) {
      words.append(h('span', 'text', ad.description));
    }
    return source ? [picture(h, 'image', source, square ? 600 : 800, square ? 600 : 450), words] : [words];
  },
};

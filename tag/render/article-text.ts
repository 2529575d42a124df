import { int, on } from './config';
import { button, buttonCss, meta } from './parts';
import type { Template } from './types';

/** Long text: a whole text set in columns, as a page sets its own. */
export const articleText: Template = {
  name: 'article-text',
  css: (config) =>
    buttonCss(config) +
    '.card{display:block}.words{gap:14px}.meta{margin-top:0;justify-content:center}' +
    '.title{max-width:24em;margin-inline:auto;line-height:1.1;letter-spacing:-.01em;text-align:center;text-wrap:balance}' +
    `.text{display:block;font-size:${int(config, 'body_size') || 15}px;line-height:1.6;hyphens:auto}` +
    '.text span{display:block}.text span+span{text-indent:1.2em}' +
    `@container(min-width:560px){.text{columns:${int(config, 'text_columns') || 1};column-gap:28px}}` +
    (on(config, 'show_initial')
      ? '.text span:first-child::first-letter{float:inline-start;padding-inline-end:6px;font-size:3.6em;line-height:.8;color:var(--title)}'
      : '') +
    '.foot{display:flex;justify-content:center;padding-top:12px;border-top:1px solid var(--line)}.button{font-size:14px}',
  card: (h, ad, config) => {
    const paragraphs = (ad.full_text || ad.description).split(/\s*\n\s*/).filter(Boolean);
    const foot = button(h, config);
    return [
      h(
        'span',
        'words',
        meta(h),
        h('span', 'title', ad.title),
        h('span', 'text', ...paragraphs.map((text) => h('span', '', text))),
        ...(foot.length > 0 ? [h('span', 'foot', ...foot)] : []),
      ),
    ];
  },
};

import { button, buttonCss, IMAGE_CSS, meta, shaped, TOP_CSS, texts } from './parts';
import type { Template } from './types';

/** Media: the picture is the card; it fades into a colour that the words stand on. */
export const imageBackgroundGradient: Template = {
  name: 'image-background-gradient',
  css: (config) =>
    `${TOP_CSS + IMAGE_CSS + buttonCss(config)}.card{display:grid;grid-template-columns:minmax(0,1fr)}` +
    '.card>*{grid-area:1/1}.image{width:100%;height:100%}' +
    // However long the words are, they stand on the colour: only what is above them fades.
    '.words{align-self:end;gap:8px;padding-top:88px;background:linear-gradient(0deg,var(--bg) calc(100% - 72px),transparent);' +
    'background:linear-gradient(0deg,var(--bg),color-mix(in srgb,var(--bg) 84%,transparent) calc(100% - 72px),transparent)}' +
    '.meta{margin-top:0}.title{line-height:1.22}.button{border-radius:99px}',
  card: (h, ad, config) => [
    shaped(h, ad, config),
    h('span', 'words', meta(h), ...texts(h, ad, config), ...button(h, config)),
  ],
};

import { int } from './config';
import { button, buttonCss, image, meta, TOP_CSS, texts } from './parts';
import type { Template } from './types';

/** Media: a wide banner whose picture comes out of the dark. */
export const darkGradient: Template = {
  name: 'dark-gradient',
  css: (config) => {
    const height = int(config, 'height') || 236;
    return (
      `${TOP_CSS + buttonCss(config)}.card{display:grid;grid-template-columns:minmax(0,1fr)}` +
      `.image{grid-area:1/1;align-self:start;width:100%;height:${Math.round(height * 0.85)}px}.blank{background:var(--line)}` +
      `.words{grid-area:1/1;gap:8px;justify-content:flex-end;padding:${Math.round(height * 0.5)}px min(var(--pad),18px) 18px;` +
      `background:linear-gradient(var(--bg),var(--bg)) bottom/100% calc(100% - ${Math.round(height * 0.84)}px) no-repeat,` +
      `linear-gradient(180deg,transparent ${Math.round(height * 0.2)}px,var(--bg) ${Math.round(height * 0.5)}px)}` +
      '.meta{margin-top:0}.title{font-size:min(var(--title-size),24px);line-height:1.14;letter-spacing:-.02em;text-wrap:balance}' +
      '.text{line-height:1.45}.button{margin-top:4px}' +
      `@container(min-width:560px){.card{grid-template-columns:38% minmax(0,1fr)}.image{grid-area:1/2;align-self:stretch;height:100%;` +
      `min-height:${height}px}.words{grid-area:1/1/2/3;justify-content:center;padding:var(--pad);` +
      'background:linear-gradient(90deg,var(--bg) 38%,transparent 84%)}.words>*{width:46%}.title{font-size:var(--title-size)}' +
      '[dir=rtl] .words{background:linear-gradient(270deg,var(--bg) 38%,transparent 84%)}.button{width:auto;max-width:46%}}'
    );
  },
  card: (h, ad, config) => [
    image(h, ad, false),
    h('span', 'words', meta(h), ...texts(h, ad, config), ...button(h, config)),
  ],
};

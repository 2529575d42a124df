import { int, on, str } from './config';
import type { BlockConfig } from './types';

const FONTS: Record<string, string> = {
  inherit: 'inherit',
  system: 'system-ui,sans-serif',
  serif: 'Georgia,serif',
  mono: 'ui-monospace,Menlo,Consolas,monospace',
};
const SHADOWS: Record<string, string> = {
  none: 'none',
  soft: '0 1px 3px rgb(0 0 0/.12)',
  strong: '0 4px 16px rgb(0 0 0/.18)',
};

/** A colour as the server lets it through (#rgb to #rrggbbaa), or nothing. */
const colour = (config: BlockConfig, key: string): string => {
  const value = str(config, key);
  return /^#[0-9a-f]{3,8}$/i.test(value) ? value : 'transparent';
};

const palette = (config: BlockConfig, suffix: string): string =>
  `--bg:${colour(config, `background${suffix}`)};--title:${colour(config, `title_color${suffix}`)};` +
  `--text:${colour(config, `text_color${suffix}`)};--line:${colour(config, `border_color${suffix}`)};` +
  `--button:${colour(config, `button_color${suffix}`)};--button-text:${colour(config, `button_text_color${suffix}`)};` +
  `color-scheme:${suffix ? 'dark' : 'light'};`;

/** The block's settings as custom properties of its host, light, dark or following the system. */
const variables = (config: BlockConfig): string => {
  const px = (key: string) => `${int(config, key)}px`;
  const numbers =
    `--gap:${px('gap')};--pad:${px('padding')};--radius:${px('radius')};--border:${px('border_width')};` +
    `--title-size:${px('title_size')};--title-weight:${str(config, 'title_weight') || '600'};` +
    `--title-lines:${int(config, 'title_lines') || 3};--text-size:${px('description_size')};` +
    `--text-lines:${int(config, 'description_lines') || 2};--icon:${px('icon_size')};` +
    `--image-radius:${px('image_radius')};--ratio:${/^\d+\/\d+$/.exec(str(config, 'image_ratio')) ?? '16/9'};` +
    `--shadow:${SHADOWS[str(config, 'shadow')] ?? 'none'};--font:${FONTS[str(config, 'font_family')] ?? 'inherit'};` +
    `--columns:${int(config, 'columns_phone') || 1};`;
  const scheme = str(config, 'scheme');
  const dark = palette(config, '_dark');
  return (
    `.block,.top{${numbers}${scheme === 'dark' ? dark : palette(config, '')}}` +
    (scheme === 'auto' ? `@media(prefers-color-scheme:dark){.block,.top{${dark}}}` : '') +
    `@container(min-width:560px){.grid{--columns:${int(config, 'columns_tablet') || 1}}}` +
    `@container(min-width:900px){.grid{--columns:${int(config, 'columns') || 1}}}`
  );
};

/** The rules that all blocks have in common. */
export const COMMON =
  // The page's own rules reach its element and win over `:host`: where the element stands is theirs. What the ads need is
  // said of an element inside, which takes nothing over but the font.
  ':host{display:block;flex-grow:1;place-self:stretch}' +
  '.root{all:initial;font-family:inherit;display:block;flex:1 0 100%;grid-column:1/-1;width:100%;contain:content;' +
  'overflow-clip-margin:16px;container-type:inline-size}' +
  '.block,.top{font-family:var(--font);line-height:1.3;color:var(--text)}' +
  '.root *{box-sizing:border-box;margin:0}' +
  '.top{display:flex;gap:12px;padding-bottom:8px;font-size:12px}' +
  '.heading{font-weight:600;color:var(--title)}.why{margin-inline-start:auto}a{color:inherit;text-decoration:none}' +
  '.why:hover{text-decoration:underline}' +
  '.grid{display:grid;grid-template-columns:repeat(var(--columns),minmax(0,1fr));gap:var(--gap)}' +
  '.card{display:flex;min-width:0;overflow:hidden;background:var(--bg);' +
  'border:var(--border) solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow)}' +
  '.card:focus-visible{outline:2px solid var(--title);outline-offset:2px}' +
  '.words{flex-direction:column;gap:6px;min-width:0;padding:var(--pad)}' +
  '.title,.text{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}' +
  '.title{-webkit-line-clamp:var(--title-lines);font-size:var(--title-size);font-weight:var(--title-weight);color:var(--title)}' +
  '.text{-webkit-line-clamp:var(--text-lines);font-size:var(--text-size);color:var(--text)}' +
  '.meta{align-items:center;gap:6px;min-width:0;margin-top:auto;font-size:12px;color:var(--text)}' +
  '.brand{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}' +
  'img{display:block;width:100%;object-fit:cover;background:var(--line)}';

/**
 * What keeps an ad marked as one whatever the webmaster's own rules say, which may not say `!important`: the line above
 * the ads lies over them and they stay below it; the mark of a card has its own colours, and what holds it is shown.
 * All of it is important: the word is put in here, which is shorter than to write it.
 */
export const MARK = (
  '.top{position:relative;z-index:1}' +
  '.block{contain:layout paint;overflow-clip-margin:16px;margin:0}' +
  '.block,.words,.meta{position:static;transform:none;translate:none;scale:none;rotate:none}' +
  '.block *,.block ::before,.block ::after{z-index:auto}' +
  '.block,.grid,.cells,.cell,.card{height:auto;max-height:none;min-height:min-content;' +
  'aspect-ratio:auto;grid-template-rows:none;grid-auto-rows:auto}' +
  '.words,.meta{isolation:auto;display:flex;margin-bottom:0;min-height:auto;visibility:visible;opacity:1;float:none;' +
  'height:auto;max-height:none;width:auto;max-width:none;' +
  'margin-left:0;margin-right:0;text-indent:0;overflow:visible}' +
  '.mark{all:initial;flex:none;padding:0 4px;border:1px solid;' +
  'border-radius:3px;font:11px/16px system-ui,sans-serif;color-scheme:inherit;' +
  'color:#444;background:#fff;color:light-dark(#444,#ddd);' +
  'background:light-dark(#fff,#222);position:relative;z-index:1}' +
  '.mark::before,.mark::after{content:none}'
).replace(/[;}]/g, '!important$&');

const HOVER: Record<string, string> = {
  underline: '.card:hover .title{text-decoration:underline}',
  lift:
    '@media(prefers-reduced-motion:no-preference){.card{transition:transform .12s}' +
    '.card:hover{transform:translateY(-2px)}}',
};

/** The style sheet of a block, after what all have in common and without the webmaster's own rules. */
export const blockCss = (config: BlockConfig, templateCss: string): string =>
  templateCss +
  (HOVER[str(config, 'hover')] ?? '') +
  variables(config) +
  (on(config, 'show_brand') ? '' : '.brand{display:none}');

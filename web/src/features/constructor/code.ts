/** The code that puts a block on a page. Pure. */
import type { BlockPlacement } from '~/api/sdk';
import type { Heights } from '../preview/heights';
import { placeCode, reserveCode, scriptCode, scriptSource, type TagAddress } from '../sites/tag-code';
import { applications } from './code-applications';

/** Where the code goes. */
export type Platform = 'html' | 'wordpress' | 'react' | 'vue' | 'svelte' | 'amp';

/** A piece of code with what to do with it. */
export interface Snippet {
  key: string;
  title: string;
  code: string;
}

/** A block of a site, on pages that have the tag. */
export interface Placed {
  tag: TagAddress;
  block: number;
  /** The site's domain. */
  domain: string;
  heights: Heights;
  placement: BlockPlacement;
}

/** Where the plugin for WordPress is downloaded. The build puts it there. */
export const PLUGIN = '/placard-for-wordpress.zip';

/** The attribute that places have where the network's operator has not named another. */
const ATTRIBUTE = 'data-placard';

/** Where the code goes. */
const WHERE: Record<BlockPlacement, string> = {
  in_place: 'Where the ads go',
  sticky_bottom: 'At the beginning of the page: the bar comes when the visitor gets near the code',
  in_article: 'Before the text of the article, or inside of it',
};

const html = ({ tag, block, heights, placement }: Placed): Snippet[] => [
  { key: 'script', title: 'Once a page, in the head', code: scriptCode(tag) },
  { key: 'place', title: WHERE[placement], code: placeCode(tag, block, heights) },
];

const wordpress = ({ tag, block, heights }: Placed): Snippet[] => [
  { key: 'script', title: 'Settings › Placard, “Script address”', code: scriptSource(tag) },
  ...(tag.attribute === ATTRIBUTE
    ? []
    : [{ key: 'attribute', title: 'Settings › Placard, “Attribute”', code: tag.attribute }]),
  {
    key: 'block',
    title: 'For a block in every post: “Block” and “Heights” there',
    code: `${block}\n${heights.join(',')}`,
  },
  {
    key: 'place',
    title: 'For single places: the editor’s block “Placard”, or this shortcode',
    code: `[placard block="${block}" heights="${heights.join(',')}"]`,
  },
];

/** Applications of one page: the script, a component, and the rule that keeps the height free. */
const application = (platform: keyof typeof applications, { tag, block, heights }: Placed): Snippet[] => [
  { key: 'script', title: 'Once, in index.html or the layout', code: scriptCode(tag) },
  ...(Math.max(...heights) > 0
    ? [
        {
          key: 'style',
          title: 'In your style sheet: keeps the height free, so that the page does not jump',
          code: reserveCode(tag, block, heights),
        },
      ]
    : []),
  {
    key: 'place',
    title: 'The component. Give it the path of your route: another page gets other ads',
    code: applications[platform](`${tag.attribute}="${block}"`),
  },
];

const amp = ({ tag, block, domain, heights: [phone] }: Placed): Snippet[] => [
  {
    key: 'script',
    title: 'Once a page, in the head',
    code: '<script async custom-element="amp-iframe" src="https://cdn.ampproject.org/v0/amp-iframe-0.1.js"></script>',
  },
  {
    key: 'place',
    title: 'Where the ads go: at least 600 px below the top, as AMP asks of frames',
    code: `<amp-iframe layout="fixed-height" height="${phone}" width="auto" resizable frameborder="0"
  title="Advertisement" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
  referrerpolicy="origin" src="https://${tag.domain}/d/frame/${block}?on=${domain}">
  <div overflow tabindex="0" role="button" aria-label="Show all ads">Show all</div>
</amp-iframe>`,
  },
];

/** What to paste on a platform, in order. */
export function snippetsFor(platform: Platform, placed: Placed): Snippet[] {
  if (platform === 'html') return html(placed);
  if (platform === 'wordpress') return wordpress(placed);
  if (platform === 'amp') return amp(placed);
  return application(platform, placed);
}

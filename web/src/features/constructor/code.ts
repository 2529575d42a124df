/** The code that puts a block on a page. Pure. */
import type { Heights } from '../preview/heights';
import { placeCode, reserveCode, scriptCode, type TagAddress } from '../sites/tag-code';

/** Where the code goes. */
export type Platform = 'html' | 'wordpress' | 'react' | 'amp';

/** A piece of code with what to do with it. */
export interface Snippet {
  key: string;
  title: string;
  code: string;
}

/** What to paste on a platform, in order. AMP has none. */
export function snippetsFor(platform: Platform, tag: TagAddress, block: number, heights: Heights): Snippet[] {
  const source = `//${tag.domain}/${tag.path.replace(/^\//, '')}`;
  if (platform === 'html') {
    return [
      { key: 'script', title: 'Once a page, in the head', code: scriptCode(tag) },
      { key: 'place', title: 'Where the ads go', code: placeCode(tag, block, heights) },
    ];
  }
  if (platform === 'wordpress') {
    return [
      {
        key: 'script',
        title: 'In functions.php of the theme, or in a snippets plugin',
        code: `add_action('wp_enqueue_scripts', function () {
  wp_enqueue_script('ads', '${source}', [], null, ['strategy' => 'async']);
});`,
      },
      { key: 'place', title: 'In a “Custom HTML” block where the ads go', code: placeCode(tag, block, heights) },
    ];
  }
  if (platform === 'react') {
    return [
      { key: 'script', title: 'Once, in index.html or the layout', code: scriptCode(tag) },
      {
        key: 'place',
        title: 'Where the ads go; late places are found by themselves',
        code: `export const Ads = () => <div ${tag.attribute}="${block}" />;`,
      },
      {
        key: 'style',
        title: 'In your style sheet: keeps the height free, so that the page does not jump',
        code: reserveCode(tag, block, heights),
      },
    ];
  }
  return [];
}

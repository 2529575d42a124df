import { type Block, drawBlock } from './draw';
import { exampleAds } from './examples';

/** How tall a block is in the columns of a phone, a tablet and a desktop, in px. */
export type Heights = readonly [phone: number, tablet: number, desktop: number];

/** Widths of such columns: those of the templates' sizes without the margins that pages leave. */
const WIDTHS = [328, 720, 1032] as const;
/** A title as long as advertisers may write one. */
const LONG_TITLE = 'What a roof of one’s own would have cost in the year in which it was built, and today';

/** Draws the block out of sight, with titles of full length, and measures it. */
export function measureHeights(block: Omit<Block, 'ads'>, places: number): Heights {
  const ads = exampleAds(places).map((ad) => ({ ...ad, title: LONG_TITLE.slice(0, 75) }));
  const heightAt = (width: number) => {
    const host = document.createElement('div');
    host.style.cssText = `position:absolute;visibility:hidden;inset:0 auto auto 0;width:${width}px`;
    document.body.append(host);
    drawBlock(host, { ...block, ads });
    const height = Math.ceil(host.getBoundingClientRect().height);
    host.remove();
    return height;
  };
  const [phone, tablet, desktop] = WIDTHS;
  return [heightAt(phone), heightAt(tablet), heightAt(desktop)];
}

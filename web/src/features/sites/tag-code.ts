/** Where the tag's script is, and the attribute that marks a place. */
export interface TagAddress {
  domain: string;
  path: string;
  attribute: string;
}

/** How tall a block is on a phone, a tablet and a desktop, in px. */
type Heights = readonly [phone: number, tablet: number, desktop: number];

/** The script's address. */
export function scriptSource(tag: TagAddress): string {
  return `//${tag.domain}/${tag.path.replace(/^\//, '')}`;
}

/** The script line: once a page. */
export function scriptCode(tag: TagAddress): string {
  return `<script async src="${scriptSource(tag)}"></script>`;
}

/** CSS that keeps the block's height free, so that the page does not move when the ads come. */
export function reserveCode(tag: TagAddress, block: number, [phone, tablet, desktop]: Heights): string {
  const rule = (height: number) => `[${tag.attribute}="${block}"]{min-height:${height}px}`;
  const from = (width: number, height: number, below: number) =>
    height === below ? '' : `@media(min-width:${width}px){${rule(height)}}`;
  return `${rule(phone)}${from(768, tablet, phone)}${from(1080, desktop, tablet)}`;
}

/** The place of a block: where the ads shall stand. With heights it keeps them free. */
export function placeCode(tag: TagAddress, block: number, heights?: Heights): string {
  const place = `<div ${tag.attribute}="${block}"></div>`;
  return heights && Math.max(...heights) > 0 ? `<style>${reserveCode(tag, block, heights)}</style>\n${place}` : place;
}

/** Where the tag's script is, and the attribute that marks a place. */
export interface TagAddress {
  domain: string;
  path: string;
  attribute: string;
}

/** The script line: once a page. */
export function scriptCode(tag: TagAddress): string {
  return `<script async src="//${tag.domain}/${tag.path.replace(/^\//, '')}"></script>`;
}

/** The place of a block: where the ads shall stand. */
export function placeCode(tag: TagAddress, block: number): string {
  return `<div ${tag.attribute}="${block}"></div>`;
}

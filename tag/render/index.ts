/** The code that draws blocks: for the tag on webmasters' pages and for previews in the cabinets alike. */
export { renderBlock } from './block';
export { placesOf } from './config';
export { imageTop } from './image-top';
export { textIcon } from './text-icon';
export type { BlockConfig, BlockView, RenderedAd, Template } from './types';

import { imageTop } from './image-top';
import { textIcon } from './text-icon';
import type { Template } from './types';

/** All templates by name. The tag does not use this list: it loads each but the first from a file of its own. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
  [imageTop.name]: imageTop,
  [textIcon.name]: textIcon,
};

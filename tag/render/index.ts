/** The code that draws blocks: for the tag on webmasters' pages and for previews in the cabinets alike. */
export { renderBlock } from './block';
export { placesOf } from './config';
export { imageTop } from './image-top';
export { textIcon } from './text-icon';
export type { BlockConfig, BlockView, RenderedAd, Template } from './types';

import { article } from './article';
import { articleText } from './article-text';
import { darkGradient } from './dark-gradient';
import { imageBackgroundGradient } from './image-background-gradient';
import { imageBackgroundIcon } from './image-background-icon';
import { imageLeft } from './image-left';
import { imagePost } from './image-post';
import { imageTop } from './image-top';
import { mediaImageLeft } from './media-image-left';
import { mediaImageTop } from './media-image-top';
import { mediaPush } from './media-push';
import { post } from './post';
import { push } from './push';
import { swiper } from './swiper';
import { textButton } from './text-button';
import { textIcon } from './text-icon';
import { threeDotsPost } from './three-dots-post';
import type { Template } from './types';

/** All templates by name. The tag does not use this list: it loads each but the first from a file of its own. */
export const TEMPLATES: Readonly<Record<string, Template>> = Object.fromEntries(
  [
    imageLeft,
    imageTop,
    post,
    push,
    article,
    textIcon,
    textButton,
    articleText,
    imagePost,
    threeDotsPost,
    mediaImageLeft,
    mediaImageTop,
    imageBackgroundIcon,
    imageBackgroundGradient,
    swiper,
    mediaPush,
    darkGradient,
  ].map((template) => [template.name, template]),
);

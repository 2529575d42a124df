// A page with six blocks of six templates, as a site has them that copies the code: what is promised of it is tested and measured.
const TEMPLATES = ['image-top', 'swiper', 'push', 'text-icon', 'image-background-gradient', 'three-dots-post'];

/** What the network answers for each. */
export const sixBlocks = Object.fromEntries(
  TEMPLATES.map((template, index) => [
    index + 1,
    { template, ads: 2, config: { columns: 1, columns_tablet: 1, columns_phone: 1 } },
  ]),
);
/** Places have a height, as the code to copy gives them; all are near the viewport, so that one request asks for all. */
export const sixStyle =
  '<style>body{display:grid;grid-template-columns:repeat(6,220px);gap:12px;margin:0}[data-placard]{min-height:900px}</style>';
/** A line of the site's own, as no page is without words: the browser finds typefaces for it, which the blocks take over. */
const words =
  '<p style="grid-column:1/-1;margin:0"><strong>The ferry nobody wanted</strong> sells out on weekdays. <span style="font-family:system-ui">3 min</span></p>';
/** What the site says, and the places. */
export const sixPlaces =
  words +
  Object.keys(sixBlocks)
    .map((id) => `<div data-placard="${id}"></div>`)
    .join('');

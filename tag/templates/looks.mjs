// What several templates begin with, or look like.
export const DARK = { scheme: 'dark' };
/** Reads like the page around: its serif, a line, no box. */
export const MAGAZINE = {
  font_family: 'serif',
  title_weight: '400',
  border_width: 0,
  radius: 0,
  image_radius: 0,
  rule_width: 1,
  shadow: 'none',
};
export const grid = (rows, columns, tablet = columns, phone = 1) => ({
  rows,
  columns,
  columns_tablet: tablet,
  columns_phone: phone,
});
export const range = (min, max, initial) => ({ min, max, default: initial });

/** Several new ads out of titles and pictures: each title with each picture. Pure. */
import type { NewAd } from '~/api/sdk';
import { NativeFormat, NEW_ADS_LIMITS } from '~/api/words';

/** The most ads that are made at once. */
export const ADS_MAX = NEW_ADS_LIMITS.ads.max;

/** A picture that was sent. */
export interface SentPicture {
  key: string;
  square: string;
  horizontal: string;
  url: string;
}

/** What all of them have, and what they differ in. */
export interface ManyValues {
  titles: string;
  short_description: string;
  brand: string;
  original_url: string;
  bid: number | null;
  pictures: readonly SentPicture[];
}

/** Titles out of a text: one a line, each once. */
export const titlesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** The formats that they are for. */
export const formatsOf = (pictures: readonly unknown[]): NativeFormat[] =>
  pictures.length > 0 ? [NativeFormat.Native, NativeFormat.Teaser] : [NativeFormat.Text];

/** Each title with each picture, first those of the first picture; of titles alone, text ads. */
export function combined({ titles, pictures, bid, ...common }: ManyValues): NewAd[] {
  const formats = formatsOf(pictures);
  const shared = {
    short_description: common.short_description.trim(),
    brand: common.brand.trim(),
    original_url: common.original_url.trim(),
    supported_block_format_types: formats,
    one_bid_for_all_geo: bid,
  };
  const all = titlesOf(titles);
  if (pictures.length === 0) return all.map((title) => ({ ...shared, title }));
  return pictures.flatMap(({ square, horizontal }) =>
    all.map((title) => ({ ...shared, title, picture_square: square, picture_horizontal: horizontal })),
  );
}

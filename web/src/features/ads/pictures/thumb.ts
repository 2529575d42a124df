import type { Ad } from '~/api/types';

/** The square picture, else the wide one. */
export function thumbOf(ad: Pick<Ad, 'media_contents'>): string | null {
  return (ad.media_contents.find((media) => media.kind === 'square') ?? ad.media_contents[0])?.url ?? null;
}

// This file is made by tools/apigen/words.mjs.

/** Limits of what is counted from several fields, is in a file, or is left out where it is too long. */
export const LIMITS = {
  ads_by_ids: 500,
  block_places: 24,
  import_bytes: 31457280,
  import_pictures: 100,
  import_rows: 1000,
  picture_bytes: 10485760,
  picture_pixels: 40000000,
  picture_side: 16384,
  reached_campaigns: 200,
  source_chars: 100,
} as const;

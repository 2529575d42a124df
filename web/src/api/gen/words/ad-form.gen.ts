// This file is made by tools/apigen/words.mjs.

/** The limits of `AdForm`. */
export const AD_FORM_LIMITS = {
  bid_ceiling: { max: 1000 },
  bid_floor: { max: 1000 },
  bids: { max: 300 },
  brand: { max: 25 },
  crop_horizontal: { max: 23 },
  crop_square: { max: 23 },
  epc_coefficient: { min: 0.01, max: 10 },
  epc_max: { max: 1000 },
  'frequency_cap[hours]': { min: 1, max: 720 },
  'frequency_cap[shows]': { min: 1, max: 255 },
  full_text: { max: 5000 },
  lead_cost: { max: 100000 },
  one_bid_for_all_geo: { max: 1000 },
  original_url: { max: 2048 },
  picture_horizontal: { max: 64 },
  picture_square: { max: 64 },
  primary_source_url: { max: 2048 },
  short_description: { max: 140 },
  'supported_block_format_types[]': { min: 1, max: 5 },
  title: { max: 75 },
} as const;

// This file is made by tools/apigen/words.mjs.

/** What people read. Whether something delivers. */
export const DELIVERY_STATE_LABELS = {
  delivers: 'It delivers',
  outbid: 'It is outbid everywhere',
  stopped: 'It does not deliver',
  unmatched: 'No request fits',
  unknown: 'Nothing stops it',
} as const;

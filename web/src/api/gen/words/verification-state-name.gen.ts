// This file is made by tools/apigen/words.mjs.

/** What people read. Whether it does. */
export const VERIFICATION_STATE_LABELS = {
  unverified: 'Not verified',
  verified: 'Verified',
  lost: 'Verification lost',
} as const;

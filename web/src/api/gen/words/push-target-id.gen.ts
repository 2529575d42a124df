// This file is made by tools/apigen/words.mjs.

/** What a push campaign leads to. */
export const PushTarget = {
  News: 1,
  Commodity: 2,
} as const;

/** What a push campaign leads to. */
export type PushTarget = (typeof PushTarget)[keyof typeof PushTarget];

/** What people read. What a push campaign leads to. */
export const PUSH_TARGET_LABELS: Readonly<Record<PushTarget, string>> = {
  1: 'News',
  2: 'Commodity',
};

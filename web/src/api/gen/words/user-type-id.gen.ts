// This file is made by tools/apigen/words.mjs.

/** What a user may do beside their own cabinets. */
export const UserType = {
  Ordinary: 1,
  God: 12,
  Sales: 13,
} as const;

/** What a user may do beside their own cabinets. */
export type UserType = (typeof UserType)[keyof typeof UserType];

/** What people read. What a user may do beside their own cabinets. */
export const USER_TYPE_LABELS: Readonly<Record<UserType, string>> = {
  1: 'Ordinary',
  12: 'God',
  13: 'Sales',
};

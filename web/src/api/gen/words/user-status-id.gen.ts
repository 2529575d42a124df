// This file is made by tools/apigen/words.mjs.

/** The status of an account. */
export const UserStatus = {
  Unconfirmed: 1,
  Blocked: 2,
  Active: 3,
  Deleted: 4,
} as const;

/** The status of an account. */
export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];

/** What people read. The status of an account. */
export const USER_STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  1: 'Unconfirmed',
  2: 'Blocked',
  3: 'Active',
  4: 'Deleted',
};

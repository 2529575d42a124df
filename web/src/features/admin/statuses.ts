import type { Status } from '~/lib/statuses';

/** Accounts. */
export const USER_STATUSES: Record<number, Status> = {
  1: { label: 'Unconfirmed', tone: 'warn', icon: 'clock', why: 'The address is not confirmed yet.' },
  2: { label: 'Blocked', tone: 'bad', icon: 'lock', why: 'The network blocked the account.' },
  3: { label: 'Active', tone: 'ok', icon: 'check', why: 'The account is in use.' },
  4: { label: 'Deleted', tone: 'idle', icon: 'cross', why: 'The owner deleted it; personal data is gone.' },
};

/** Types of users. */
export const USER_TYPES: Record<number, string> = { 1: 'Ordinary', 12: 'God', 13: 'Sales' };

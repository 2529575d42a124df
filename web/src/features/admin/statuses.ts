import { USER_STATUS_LABELS, USER_TYPE_LABELS, UserStatus } from '~/api/words';
import { statuses } from '~/lib/statuses';

/** Accounts. */
export const USER_STATUSES = statuses(USER_STATUS_LABELS, {
  [UserStatus.Unconfirmed]: ['warn', 'clock', 'The address is not confirmed yet.'],
  [UserStatus.Blocked]: ['bad', 'lock', 'The network blocked the account.'],
  [UserStatus.Active]: ['ok', 'check', 'The account is in use.'],
  [UserStatus.Deleted]: ['idle', 'cross', 'The owner deleted it; personal data is gone.'],
});

/** Types of users. */
export const USER_TYPES: Readonly<Record<number, string>> = USER_TYPE_LABELS;

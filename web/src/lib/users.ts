import type { AdminUser } from '~/api/sdk';
import { CABINET_ROLE_LABELS, USER_STATUS_LABELS, USER_TYPE_LABELS, UserStatus, UserType } from '~/api/words';
import { statuses } from './statuses';

/** Accounts. */
export const USER_STATUSES = statuses(USER_STATUS_LABELS, {
  [UserStatus.Unconfirmed]: ['warn', 'clock', 'The address is not confirmed yet.'],
  [UserStatus.Blocked]: ['bad', 'lock', 'The network blocked the account.'],
  [UserStatus.Active]: ['ok', 'check', 'The account is in use.'],
  [UserStatus.Deleted]: ['idle', 'cross', 'The owner deleted it; personal data is gone.'],
});

/** The type of a user; one that the app does not know yet is named by its number. */
export const userType = ({ type_id: id }: Pick<AdminUser, 'type_id'>): string => USER_TYPE_LABELS[id] ?? `Type ${id}`;

/** What a user is, in short words. */
export const userTags = (user: AdminUser): string[] => [
  ...(user.is_advertiser ? [CABINET_ROLE_LABELS.advertiser] : []),
  ...(user.is_webmaster ? [CABINET_ROLE_LABELS.webmaster] : []),
  ...(user.type_id === UserType.Ordinary ? [] : [userType(user)]),
  ...(user.is_trusted ? ['Trusted'] : []),
];

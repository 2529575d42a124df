import { IconHistory, IconLogin2, IconUser } from '@tabler/icons-react';
import { listUsersOptions } from '~/api/queries';
import type { AdminUser } from '~/api/sdk';
import { USER_STATUS_LABELS, USER_TYPE_LABELS, UserStatus, UserType } from '~/api/words';
import { given, idOf, tabsOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { statusOf } from '~/lib/statuses';
import { USER_STATUSES, userTags } from '~/lib/users';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { useManagers } from '../teams/managers';
import { canLogInAs, logInAs } from './log-in-as';

/** Sales have no managers to tell apart: every user here is a client of theirs. */
const LIST: ListSpec<AdminUser> = {
  name: 'users',
  noun: ['user', 'users'],
  rowName: (user) => user.email,
  told: ['listUsers', 'getUser'],
  tabs: tabsOf(USER_STATUS_LABELS, [UserStatus.Active, UserStatus.Unconfirmed, UserStatus.Blocked, UserStatus.Deleted]),
  choices: ['type', 'manager'],
  rows: ({ plain, state: { tab, chosen } }) =>
    listUsersOptions({
      query: {
        ...plain,
        ...given({
          status_id: wordOf(UserStatus, tab?.status),
          type_id: wordOf(UserType, chosen.type),
          manager_id: idOf(chosen.manager),
        }),
      },
    }),
  search: { label: 'Search users', placeholder: 'Address, name or id' },
  named: { id: 'user', label: 'User', opens: ({ id }) => paths.user(id) },
  columns: [
    { id: 'name', label: 'Name', text: ({ name }) => name },
    statusColumn((user) => statusOf(USER_STATUSES, user.status_id), {
      why: (user) => user.status_reason,
      near: true,
    }),
    { id: 'roles', label: 'Roles', tags: userTags },
    { id: 'created', label: 'Signed up', day: (user) => user.created_at },
    { id: 'seen', label: 'Last seen', ago: (user) => user.seen_at },
    { id: 'manager', label: 'Manager', god: true, text: ({ manager }) => manager?.email },
    {
      id: 'source',
      label: 'Came from',
      hidden: true,
      text: ({ source, medium, campaign }) => [source, medium, campaign].filter(Boolean).join(' / '),
    },
  ],
  actions: [
    { label: 'Open', icon: IconUser, to: ({ id }) => paths.user(id) },
    {
      label: 'Log in as',
      icon: IconLogin2,
      when: canLogInAs,
      openOne: (user) => void logInAs(user.id),
    },
    { label: 'What they changed', icon: IconHistory, to: ({ id }) => paths.changesBy(id) },
  ],
  first: { title: 'You have no clients yet', text: 'Users appear here when you are named as their manager.' },
  none: { text: 'Nobody fits what is chosen above.' },
  god: {
    filters: [
      { kind: 'choice', name: 'type', label: 'Type', useOptions: () => USER_TYPE_LABELS },
      { kind: 'choice', name: 'manager', label: 'Manager', searchable: true, useOptions: useManagers },
    ],
    first: { title: 'Nobody has signed up', text: 'Whoever signs up appears here at once.' },
  },
};

/** All users for god; the own clients for sales. */
export const UsersPage = () => <ListPage spec={LIST} />;

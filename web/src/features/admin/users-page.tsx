import { IconHistory, IconLogin2, IconUser } from '@tabler/icons-react';
import { listUsersOptions } from '~/api/queries';
import type { AdminUser } from '~/api/sdk';
import { UserStatus, UserType } from '~/api/words';
import { useUser } from '~/app/queries';
import { formatAgo } from '~/lib/ago';
import { formatDate } from '~/lib/format';
import { given } from '~/lib/list';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { statusOf } from '~/lib/statuses';
import { None, Tag } from '~/ui/marks';
import { ListPage } from '../list/list-page';
import type { ListColumn, ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import styles from './admin.module.css';
import { useManagers } from './api';
import { canLogInAs, logInAs } from './log-in-as';
import { USER_STATUSES, USER_TYPES } from './statuses';

const columns = (...managers: ListColumn<AdminUser>[]): NonNullable<ListSpec<AdminUser>['columns']> => [
  { id: 'user', label: 'User', link: ({ id }) => paths.user(id) },
  { id: 'name', label: 'Name', cell: (user) => user.name || <None /> },
  statusColumn((user) => statusOf(USER_STATUSES, user.status_id), { why: (user) => user.status_reason }),
  {
    id: 'roles',
    label: 'Roles',
    cell: (user) => (
      <span className={styles.tags}>
        {user.is_advertiser && <Tag>Advertiser</Tag>}
        {user.is_webmaster && <Tag>Webmaster</Tag>}
        {user.type_id !== UserType.Ordinary && <Tag>{USER_TYPES[user.type_id] ?? `Type ${user.type_id}`}</Tag>}
        {user.is_trusted && <Tag>Trusted</Tag>}
      </span>
    ),
  },
  { id: 'created', label: 'Signed up', align: 'right', cell: (user) => formatDate(user.created_at) },
  {
    id: 'seen',
    label: 'Last seen',
    align: 'right',
    cell: (user) => (user.seen_at ? formatAgo(user.seen_at, Date.now()) : <None />),
  },
  ...managers,
  {
    id: 'source',
    label: 'Came from',
    hidden: true,
    cell: (user) => [user.source, user.medium, user.campaign].filter(Boolean).join(' / ') || <None />,
  },
];

/** Sales have no managers to tell apart: every user here is a client of theirs. */
const CLIENTS: ListSpec<AdminUser> = {
  name: 'users',
  noun: ['user', 'users'],
  rowName: (user) => user.email,
  told: ['listUsers', 'getUser'],
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'active', label: 'Active', status: UserStatus.Active },
    { value: 'unconfirmed', label: 'Unconfirmed', status: UserStatus.Unconfirmed },
    { value: 'blocked', label: 'Blocked', status: UserStatus.Blocked },
    { value: 'deleted', label: 'Deleted', status: UserStatus.Deleted },
  ],
  choices: ['type', 'manager'],
  rows: ({ state: { q, tab, page, count, chosen } }) =>
    listUsersOptions({
      query: {
        page,
        count,
        searchPhrase: q.trim(),
        ...given({
          status_id: tab?.status as UserStatus | undefined,
          type_id: chosen.type as UserType | undefined,
          manager_id: chosen.manager as number | undefined,
        }),
      },
    }),
  search: { label: 'Search users', placeholder: 'Address, name or id' },
  columns: columns(),
  actions: [
    { label: 'Open', icon: IconUser, to: ({ id }) => paths.user(id) },
    {
      label: 'Log in as',
      icon: IconLogin2,
      only: 'row',
      when: canLogInAs,
      open: ([user]) => user && void logInAs(user.id),
    },
    { label: 'What they changed', icon: IconHistory, to: ({ id }) => paths.changesBy(id) },
  ],
  first: { title: 'You have no clients yet', text: 'Users appear here when you are named as their manager.' },
  none: { text: 'Nobody fits what is chosen above.' },
};

const EVERYBODY: ListSpec<AdminUser> = {
  ...CLIENTS,
  columns: columns({ id: 'manager', label: 'Manager', cell: (user) => user.manager?.email ?? <None /> }),
  filters: [
    {
      kind: 'choice',
      name: 'type',
      label: 'Type',
      any: 'Every type',
      useOptions: () => Object.entries(USER_TYPES).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      name: 'manager',
      label: 'Manager',
      any: 'Every manager',
      searchable: true,
      useOptions: () =>
        (useManagers() ?? []).map(({ id, name, email }) => ({ value: String(id), label: name || email })),
    },
  ],
  first: { title: 'Nobody has signed up', text: 'Whoever signs up appears here at once.' },
};

/** All users for god; the own clients for sales. */
export function UsersPage() {
  const asGod = isGod(useUser());
  return <ListPage spec={asGod ? EVERYBODY : CLIENTS} crumbs={[{ label: 'Back office' }]} />;
}

import { Select } from '@mantine/core';
import { IconHistory, IconLogin2, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AdminUser } from '~/api/sdk';
import { UserStatus, UserType } from '~/api/words';
import { useUser } from '~/app/queries';
import { formatAgo } from '~/lib/ago';
import { formatDate } from '~/lib/format';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { statusOf } from '~/lib/statuses';
import type { TableColumn } from '~/ui/data-table';
import { None, Tag } from '~/ui/marks';
import { RowMenu } from '~/ui/row-menu';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { PageHead } from '../frame/page-head';
import { ListView } from '../list/list-view';
import { useList } from '../list/use-list';
import styles from './admin.module.css';
import { managersQuery, usersQuery } from './api';
import { logInAs } from './log-in-as';
import { USER_STATUSES, USER_TYPES } from './statuses';

const LIST: ListDefaults = {
  name: 'users',
  period: 'today',
  sort: 'id',
  dir: 'desc',
  count: 50,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'active', label: 'Active', status: UserStatus.Active },
    { value: 'unconfirmed', label: 'Unconfirmed', status: UserStatus.Unconfirmed },
    { value: 'blocked', label: 'Blocked', status: UserStatus.Blocked },
    { value: 'deleted', label: 'Deleted', status: UserStatus.Deleted },
  ],
};

/** Whether the staff may work as a user: only as an ordinary one who is not gone. */
export const canLogInAs = (user: AdminUser) =>
  user.type_id === UserType.Ordinary && user.status_id !== UserStatus.Deleted && user.status_id !== UserStatus.Blocked;

const COLUMNS: TableColumn<AdminUser>[] = [
  {
    id: 'user',
    label: 'User',
    cell: (user) => (
      <span className={styles.user}>
        <Link {...paths.user(user.id)} className="ell" title={user.email}>
          {user.email}
        </Link>
        <span className="mono t3 desk-only">{user.id}</span>
      </span>
    ),
  },
  { id: 'name', label: 'Name', cell: (user) => user.name || <None /> },
  {
    id: 'status',
    label: 'Status',
    cell: (user) => (
      <StatusBadge
        status={statusOf(USER_STATUSES, user.status_id)}
        {...(user.status_reason ? { why: user.status_reason } : {})}
      />
    ),
  },
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
  { id: 'manager', label: 'Manager', cell: (user) => user.manager?.email ?? <None /> },
  {
    id: 'source',
    label: 'Came from',
    hidden: true,
    cell: (user) => [user.source, user.medium, user.campaign].filter(Boolean).join(' / ') || <None />,
  },
];

/** What is chosen beside the list's own search and tab. */
interface UsersSearch {
  type?: number | undefined;
  manager?: number | undefined;
}

/** All users for god; the own clients for sales. */
export function UsersPage() {
  const me = useUser();
  const asGod = isGod(me);
  const navigate = useNavigate();
  const list = useList(LIST);
  const { type, manager } = useSearch({ strict: false }) as UsersSearch;
  const answer = useQuery(
    usersQuery({
      searchPhrase: list.state.q.trim(),
      ...(list.state.tab?.status === undefined ? {} : { status_id: list.state.tab.status as UserStatus }),
      ...(type === undefined ? {} : { type_id: type as 1 | 12 | 13 }),
      ...(manager === undefined ? {} : { manager_id: manager }),
      page: list.state.page,
      count: list.state.count,
    }),
  );
  const managers = useQuery({ ...managersQuery, enabled: asGod });
  const choose = (patch: UsersSearch) =>
    void navigate({
      to: '.',
      search: (before: UsersSearch) => ({ ...before, ...patch, page: undefined }),
      resetScroll: false,
    });
  // Sales have no managers to tell apart: every user here is a client of theirs.
  const columns = useMemo(() => (asGod ? COLUMNS : COLUMNS.filter((column) => column.id !== 'manager')), [asGod]);
  return (
    <>
      <PageHead crumbs={[{ label: 'Back office' }]} />
      <ListView
        list={list}
        noun={['user', 'users']}
        searchLabel="Search users"
        searchPlaceholder="Address, name or id"
        columns={columns}
        answer={answer}
        rowId={(user) => String(user.id)}
        rowName={(user) => user.email}
        withPeriod={false}
        withTotals={false}
        narrowed={{
          on: type !== undefined || manager !== undefined,
          clear: () => void navigate({ to: '.', search: () => ({}) }),
        }}
        noneText="Nobody fits what is chosen above."
        tools={
          asGod && (
            <>
              <Select
                className={styles.select ?? ''}
                size="xs"
                aria-label="Type"
                placeholder="Every type"
                clearable
                clearButtonProps={{ 'aria-label': 'Every type' }}
                data={Object.entries(USER_TYPES).map(([value, label]) => ({ value, label }))}
                value={type === undefined ? null : String(type)}
                onChange={(value) => choose({ type: value ? Number(value) : undefined })}
              />
              <Select
                className={styles.select ?? ''}
                size="xs"
                aria-label="Manager"
                placeholder="Every manager"
                clearable
                searchable
                clearButtonProps={{ 'aria-label': 'Every manager' }}
                data={(managers.data ?? []).map((one) => ({ value: String(one.id), label: one.name || one.email }))}
                value={manager === undefined ? null : String(manager)}
                onChange={(value) => choose({ manager: value ? Number(value) : undefined })}
              />
            </>
          )
        }
        menu={(user) => (
          <RowMenu
            name={user.email}
            actions={[
              {
                label: 'Open',
                icon: <IconUser size={16} aria-hidden />,
                onClick: () => void navigate(paths.user(user.id)),
              },
              canLogInAs(user) && {
                label: 'Log in as',
                icon: <IconLogin2 size={16} aria-hidden />,
                onClick: () => void logInAs(user.id),
              },
              {
                label: 'What they changed',
                icon: <IconHistory size={16} aria-hidden />,
                onClick: () => void navigate({ to: '/admin/audit-log', search: { user: user.id } }),
              },
            ]}
          />
        )}
        first={
          <Empty first title={asGod ? 'Nobody has signed up' : 'You have no clients yet'}>
            {asGod
              ? 'Whoever signs up appears here at once.'
              : 'Users appear here when you are named as their manager.'}
          </Empty>
        }
      />
    </>
  );
}

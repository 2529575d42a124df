import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listNoticesOptions, readNoticesMutation } from '~/api/queries';
import type { ListNoticesResponse, Notice } from '~/api/sdk';
import { Button } from '~/ui/button';
import { toastNotDone } from '~/ui/toast';
import { PageHead } from '../frame/page-head';
import { type Change, calling } from '../list/change';
import { ListView } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { useRows } from '../list/use-rows';
import { NoticeLine } from './notice-line';

const READ: Change<Notice> = {
  done: 'marked as read',
  all: calling(readNoticesMutation, (notices: readonly Notice[]) => ({ body: { ids: notices.map(({ id }) => id) } })),
  guess: (notice) => ({ ...notice, is_read: true }),
  quiet: true,
};

const WHAT =
  'What needs your eye stands here: a rejected ad, a spent budget, a page that does not answer, what your rules did. Which kinds you get is set on the page of your account.';

const LIST: ListSpec<Notice> = {
  name: 'notices',
  noun: ['notice', 'notices'],
  rowName: ({ title }) => title,
  told: ['listNotices'],
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'unread', label: 'Not read', status: 'unread' },
  ],
  tabsLabel: 'Notices',
  count: 20,
  sizes: false,
  rows: ({ state: { page, count, tab } }) => ({
    ...listNoticesOptions({ query: { page, count, ...(tab?.status === undefined ? {} : { unread: 1 }) } }),
    select: (answer: ListNoticesResponse) => ({
      ...answer,
      counts_by_status: { total: undefined, unread: answer.unread_count },
    }),
  }),
  card: (notice, act) => <NoticeLine notice={notice} onRead={() => act('Mark', READ, [notice])} />,
  first: { title: 'Nothing happened yet', text: WHAT },
  none: { title: 'Everything is read', text: WHAT },
};

/** What happened lately, in a line each, with the page that it is about. */
export function NoticesPage() {
  const rows = useRows(LIST);
  const { data, counts_by_status: counts } = rows.answer.data ?? {};
  const read = useMutation({
    ...readNoticesMutation(),
    onError: (error) => toastNotDone('The notices', 'marked', error),
  });
  return (
    <>
      <PageHead
        actions={
          <Button disabled={!counts?.unread} busy={read.isPending} onClick={() => read.mutate({ body: {} })}>
            <IconCheck size={16} aria-hidden />
            Mark all as read
          </Button>
        }
      />
      <ListView spec={LIST} {...rows} />
      {data && data.length > 0 && (
        <p className="s12 t2">
          Notices are kept for 90 days. Which kinds you get is set under{' '}
          <Link to="/account" hash="notices" className="link">
            Account, Notices
          </Link>
          .
        </p>
      )}
    </>
  );
}

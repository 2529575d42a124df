import { IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { listNoticesOptions, readNoticesMutation } from '~/api/queries';
import type { Notice } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Tabs } from '~/ui/controls';
import { focusOn } from '~/ui/focus';
import { Pager } from '~/ui/pager';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { toastNotDone } from '~/ui/toast';
import { PageHead } from '../frame/page-head';
import { usePageThatIs } from '../list/use-page-that-is';
import styles from './notices.module.css';

const route = getRouteApi('/_cabinet/account/notices');

/** Notices of a page. */
const ROWS = 20;

/** What happened lately, in a line each, with the page that it is about. */
export function NoticesPage() {
  const { page = 1, tab = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const part = useRef<HTMLDivElement>(null);
  const answer = useQuery({
    ...listNoticesOptions({ query: { page, count: ROWS, ...(tab === 'unread' ? { unread: 1 } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const read = useMutation({
    ...readNoticesMutation(),
    onError: (error) => toastNotDone('The notices', 'marked', error),
  });
  const toPage = useCallback(
    (page: number, replace: true) => void navigate({ search: (before) => ({ ...before, page }), replace }),
    [navigate],
  );
  usePageThatIs(page, answer.isPlaceholderData ? undefined : answer.data?.pagination, toPage);
  const notices = answer.data?.data;
  const unread = answer.data?.unread_count ?? 0;
  return (
    <>
      <PageHead
        actions={
          <Button disabled={unread === 0} busy={read.isPending} onClick={() => read.mutate({ body: {} })}>
            <IconCheck size={16} aria-hidden />
            Mark all as read
          </Button>
        }
      />
      <Tabs
        label="Notices"
        value={tab}
        controls="notices"
        options={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Not read', count: answer.data?.unread_count },
        ]}
        onChange={(value) => void navigate({ search: { tab: value } })}
      />
      <div id="notices" ref={part}>
        {answer.isError && !notices ? (
          <ErrorPanel title="The notices did not load" error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !notices || !answer.data ? (
          <div className="stack" aria-busy style={{ marginTop: 16 }}>
            <Skeleton height={40} />
            <Skeleton height={40} />
            <Skeleton height={40} />
          </div>
        ) : notices.length === 0 ? (
          <Empty first title={tab === 'unread' ? 'Everything is read' : 'Nothing happened yet'}>
            What needs your eye stands here: a rejected ad, a spent budget, a page that does not answer, what your rules
            did. Which kinds you get is set on the page of your account.
          </Empty>
        ) : (
          <>
            <ul className={styles.list}>
              {notices.map((notice) => (
                <Line
                  key={notice.id}
                  notice={notice}
                  // A line that was read leaves this tab: the focus goes to what is left.
                  onGone={tab === 'unread' ? () => focusOn(part.current) : undefined}
                  onRead={() => {
                    if (!notice.is_read) read.mutate({ body: { ids: [notice.id] } });
                  }}
                />
              ))}
            </ul>
            <Pager
              page={page}
              lastPage={answer.data.pagination.last_page}
              perPage={answer.data.pagination.per_page}
              total={answer.data.pagination.total}
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            />
            <p className="s12 t2">
              Notices are kept for 90 days. Which kinds you get is set under{' '}
              <Link to="/account" hash="notices" className="link">
                Account, Notices
              </Link>
              .
            </p>
          </>
        )}
      </div>
    </>
  );
}

function Line({ notice, onRead, onGone }: { notice: Notice; onRead(): void; onGone: (() => void) | undefined }) {
  const words = useRef<HTMLDivElement>(null);
  return (
    <li className={cx(styles.line, !notice.is_read && styles.fresh)}>
      <span className={styles.dot} aria-hidden />
      <div ref={words} className={styles.words}>
        {notice.path === '' ? (
          <span>{notice.title}</span>
        ) : (
          <Link to={notice.path} onClick={onRead}>
            {notice.title}
          </Link>
        )}
        {!notice.is_read && <span className="vh"> (not read)</span>}
        <span className="s12 t2" title={`${formatTime(notice.created_at)} UTC`}>
          {formatAgo(notice.created_at, Date.now())}
        </span>
      </div>
      {!notice.is_read && (
        <Button
          size="sm"
          variant="ghost"
          icon
          aria-label={`Mark as read: ${notice.title}`}
          onClick={() => {
            onRead();
            // The button goes: the focus stays with the line.
            if (onGone) onGone();
            else focusOn(words.current);
          }}
        >
          <IconCheck size={14} aria-hidden />
        </Button>
      )}
    </li>
  );
}

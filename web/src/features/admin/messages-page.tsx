import { IconCheck, IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactMessage } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { formatAgo } from '~/lib/ago';
import { isGod } from '~/lib/roles';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Tabs } from '~/ui/controls';
import { Badge, Tag } from '~/ui/marks';
import { Pager } from '~/ui/pager';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { toast, toastError } from '~/ui/toast';
import { PageHead } from '../frame/page-head';
import styles from './admin.module.css';
import { markMessage, messagesQuery } from './api';
import { useSearchPatch } from './use-search-patch';

/** What is chosen, in the address. */
interface MessagesSearch {
  show?: 'done' | undefined;
  page?: number | undefined;
}

/** From this many characters a text is cut until it is opened. */
const LONG_TEXT = 400;

/** What visitors wrote through the contact form. */
export function MessagesPage() {
  const client = useQueryClient();
  const [search, set] = useSearchPatch<MessagesSearch>();
  // Sales read them.
  const asGod = isGod(useUser());
  const isDone = search.show === 'done';
  const answer = useQuery(messagesQuery({ page: search.page ?? 1, is_done: isDone ? 1 : 0 }));
  const mark = useMutation({
    mutationFn: (message: ContactMessage) => markMessage(message.id, !message.is_done),
    onSuccess: (_answer, message) => toast(message.is_done ? 'Open again' : 'Done', { detail: message.name }),
    onError: (error) => toastError('The mark was not saved', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'messages'] }),
  });
  const rows = answer.data?.data ?? [];
  const pages = answer.data?.pagination;
  return (
    <>
      <PageHead crumbs={[{ label: 'Back office' }]} />
      <div>
        <Tabs
          label="Messages"
          value={isDone ? 'done' : 'open'}
          options={[
            { value: 'open', label: 'Open', count: isDone ? undefined : pages?.total },
            { value: 'done', label: 'Done', count: isDone ? pages?.total : undefined },
          ]}
          onChange={(show) => set({ show: show === 'done' ? 'done' : undefined })}
        />
        {answer.isPending ? (
          <div aria-busy>
            {[62, 80, 48].map((width) => (
              <div key={width} className={styles.message}>
                <Skeleton width={220} height={14} />
                <Skeleton width={`${width}%`} />
                <Skeleton width={`${width - 20}%`} />
              </div>
            ))}
          </div>
        ) : answer.isError && !answer.data ? (
          <ErrorPanel title="The messages did not load" error={answer.error} onRetry={() => void answer.refetch()} />
        ) : rows.length === 0 ? (
          <Empty first title={isDone ? 'Nothing is done yet' : 'No message waits'}>
            {isDone
              ? 'Messages that are marked as done are kept here.'
              : 'What visitors write through the contact form appears here.'}
          </Empty>
        ) : (
          <>
            {rows.map((message) => (
              <Message key={message.id} message={message} onMark={asGod ? () => mark.mutate(message) : undefined} />
            ))}
            {pages && (
              <Pager
                page={pages.current_page}
                lastPage={pages.last_page}
                perPage={pages.per_page}
                total={pages.total}
                onPage={(page) => set({ page: page === 1 ? undefined : page })}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

function Message({ message, onMark }: { message: ContactMessage; onMark: (() => void) | undefined }) {
  const [open, setOpen] = useState(false);
  const isLong = message.message.length > LONG_TEXT || message.message.split('\n').length > 4;
  return (
    <article className={styles.message} aria-label={`Message of ${message.name}`}>
      <div className="row between wrap">
        <div className={styles.messageHead}>
          <b className="b">{message.name}</b>
          <a className="link" href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.topic}`)}`}>
            {message.email}
          </a>
          <Tag>{message.topic}</Tag>
          <span className="t3">{formatAgo(message.created_at, Date.now())}</span>
          {message.is_done && (
            <Badge tone="ok" icon={<IconCheck size={14} aria-hidden />}>
              Done
            </Badge>
          )}
        </div>
        {onMark && (
          <Button size="sm" onClick={onMark}>
            {message.is_done ? <IconRotate size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
            {message.is_done ? 'Open again' : 'Done'}
          </Button>
        )}
      </div>
      <p className={cx(styles.messageText, isLong && !open && styles.clamped)}>{message.message}</p>
      {isLong && (
        <div>
          <button type="button" className="link s13" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show all'}
          </button>
        </div>
      )}
    </article>
  );
}

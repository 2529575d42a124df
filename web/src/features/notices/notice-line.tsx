import { IconCheck } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Notice } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatTime } from '~/lib/format';
import type { ListSearch } from '~/lib/list-search';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { focusOn } from '~/ui/focus';
import styles from './notices.module.css';

/** A notice in a line, with the page that it is about. */
export function NoticeLine({ notice, onRead }: { notice: Notice; onRead(): void }) {
  const leaves = (useSearch({ strict: false }) as ListSearch).status !== undefined;
  const words = useRef<HTMLDivElement>(null);
  const read = () => {
    if (!notice.is_read) onRead();
  };
  return (
    <div className={cx(styles.line, !notice.is_read && styles.fresh)}>
      <span className={styles.dot} aria-hidden />
      <div ref={words} className={styles.words}>
        {notice.path === '' ? (
          <span>{notice.title}</span>
        ) : (
          <Link to={notice.path} onClick={read}>
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
            read();
            // The button goes, and under one tab the line as well: the focus goes to what is left.
            focusOn(leaves ? words.current?.closest('ul')?.parentElement : words.current);
          }}
        >
          <IconCheck size={14} aria-hidden />
        </Button>
      )}
    </div>
  );
}

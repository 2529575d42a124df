import { IconCheck, IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactMessage } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Badge, Tag } from '~/ui/marks';
import listStyles from '../list/list.module.css';
import styles from './messages.module.css';

/** From this many characters a text is cut until it is opened. */
const LONG_TEXT = 400;

/** A message of a visitor; sales cannot mark it. */
export function MessageCard({
  message,
  onMark,
}: {
  message: ContactMessage;
  onMark?: ((message: ContactMessage) => void) | undefined;
}) {
  const [open, setOpen] = useState(false);
  const isLong = message.message.length > LONG_TEXT || message.message.split('\n').length > 4;
  return (
    <article className={listStyles.card} aria-label={`Message of ${message.name}`}>
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
          <Button size="sm" onClick={() => onMark(message)}>
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

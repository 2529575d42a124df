import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import styles from '../ads.module.css';

/** What is done to an ad that goes to moderation once more. */
export const SEND_AGAIN = { done: 'sent', told: () => ({ title: 'Sent to moderation again' }) };

/** Why an ad was rejected, and what its owner can do. */
export function WhyRejected({
  title,
  reasons,
  comment,
  edit,
  busy,
  onSend,
}: {
  title: string;
  reasons: readonly { id: number; text: string }[];
  comment: string | null;
  /** Leads to its form. */
  edit: ReactNode;
  busy: boolean;
  onSend(): void;
}) {
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <button type="button" className={styles.why}>
          why<span className="vh"> “{title}” was rejected</span>?
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={styles.reasons}>
          <b className="b">Moderation rejected it</b>
          <ul>
            {reasons.map((reason) => (
              <li key={reason.id}>{reason.text}</li>
            ))}
          </ul>
          {comment && <blockquote>{comment}</blockquote>}
          <div className="row">
            {edit}
            <Button size="sm" variant="ghost" busy={busy} onClick={onSend}>
              Send again as it is
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

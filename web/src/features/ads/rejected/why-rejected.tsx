import { Popover } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { focusOn, focusOnPart, partAround } from '~/ui/focus';
import styles from '../ads.module.css';

/** What is done to an ad that goes to moderation once more. */
export const SEND_AGAIN = { done: 'sent', told: () => ({ title: 'Sent to moderation again' }) };

/** Why an ad was rejected, and what its owner can do. */
export function WhyRejected({
  ad,
  title,
  reasons,
  comment,
  edit,
  busy,
  onSend,
}: {
  /** As it was last shown. */
  ad: object;
  title: string;
  reasons: readonly { id: number; text: string }[];
  comment: string | null;
  /** Leads to its form. */
  edit: ReactNode;
  busy: boolean;
  /** `after` hears whether it was sent. */
  onSend(after: (isSent: boolean) => void): void;
}) {
  const [isOpen, setOpen] = useState(false);
  // Until the ad is shown as it is by then it would be sent once more.
  const [sent, setSent] = useState<object | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // The button goes when the ad is rejected no more.
  useLayoutEffect(() => {
    const button = opener.current;
    return () => {
      if (button && document.activeElement === button) focusOnPart(partAround(button));
    };
  }, []);
  const send = () => {
    setOpen(false);
    focusOn(opener.current);
    setSent(ad);
    onSend((isSent) => {
      if (!isSent) setSent(null);
    });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button ref={opener} type="button" className={styles.why} onClick={() => setOpen(!isOpen)}>
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
            <Button size="sm" variant="ghost" busy={busy || sent === ad} onClick={send}>
              Send again as it is
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

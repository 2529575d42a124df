import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import { Kbd } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import styles from './moderation.module.css';
import { ignoreRepeats } from './use-keys';

/** Rows of the skeleton. */
const WAITING = [0, 1, 2, 3, 4, 5] as const;

/** The things that wait, oldest first; J and K move. */
export function QueueNav<Thing extends { id: number }>({
  label,
  things,
  current,
  onOpen,
  line,
  isPending = false,
}: {
  label: string;
  things: readonly Thing[];
  /** Id of the open one. */
  current: number | undefined;
  onOpen(thing: Thing): void;
  line(thing: Thing): ReactNode;
  isPending?: boolean;
}) {
  return (
    <nav className={styles.queue} aria-label={label}>
      <div className={styles.queueHead}>
        Oldest first
        <span>
          <Kbd>J</Kbd> <Kbd>K</Kbd>
        </span>
      </div>
      <ul>
        {isPending &&
          WAITING.map((row) => (
            <li key={row} className={styles.item}>
              <Skeleton width={28} height={28} />
              <Skeleton height={14} />
            </li>
          ))}
        {things.map((thing) => (
          <li key={thing.id}>
            <button
              type="button"
              className={styles.item}
              aria-current={thing.id === current}
              onClick={() => onOpen(thing)}
            >
              {line(thing)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The buttons of a decision, and the keys that have none. Not `disabled`: the keyboard would lose its place between one thing and the next. */
export function Verdicts({
  may,
  isRejecting = false,
  onReject,
  onApprove,
  keys,
}: {
  may: boolean;
  /** Reasons are chosen: the rejection stands out. */
  isRejecting?: boolean;
  onReject(): void;
  onApprove(): void;
  keys: readonly (readonly [key: string, what: string])[];
}) {
  return (
    <>
      <div className={styles.acts}>
        <Button
          size="lg"
          className={isRejecting ? styles.reject : undefined}
          aria-disabled={!may}
          onKeyDown={ignoreRepeats}
          onClick={onReject}
        >
          <IconX size={16} aria-hidden />
          Reject
          <Kbd>R</Kbd>
        </Button>
        <Button size="lg" aria-disabled={!may} onKeyDown={ignoreRepeats} onClick={onApprove}>
          <IconCheck size={16} aria-hidden />
          Approve
          <Kbd>A</Kbd>
        </Button>
      </div>
      <div className={styles.keys}>
        {keys.map(([key, what]) => (
          <span key={key}>
            <Kbd>{key}</Kbd>
            {what}
          </span>
        ))}
      </div>
    </>
  );
}

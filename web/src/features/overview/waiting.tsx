import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { STAFF_QUEUE_LABELS } from '~/api/words';
import { countText, PLACES, useWaiting } from '~/app/waiting';
import { formatAgo } from '~/lib/ago';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { useNow } from '~/ui/use-now';
import styles from './overview.module.css';

/** How often ages are told anew, in milliseconds. */
const TICK_MS = 30_000;

/** Queues that a skeleton has. */
const SHAPES = [1, 2, 3, 4];

/** What waits for staff, each kind with a way to it. */
export function Waiting() {
  const answer = useWaiting();
  const now = useNow(TICK_MS);
  const queues = answer.data?.filter(({ count }) => count > 0);
  return (
    <section className={styles.section} aria-labelledby="waiting">
      <h2 id="waiting">What waits</h2>
      {answer.isError && !queues ? (
        <ErrorPanel title="What waits did not load" of={answer} />
      ) : !queues ? (
        <div className={styles.queues} aria-busy>
          {SHAPES.map((shape) => (
            <Skeleton key={shape} height={56} radius={8} />
          ))}
        </div>
      ) : queues.length === 0 ? (
        <Empty small title="Nothing waits">
          Ads, sites, money and messages that need somebody appear here.
        </Empty>
      ) : (
        <ul className={styles.queues}>
          {queues.map((queue) => (
            <li key={queue.queue}>
              <Link {...PLACES[queue.queue]} className={styles.queue}>
                <b className="num">{countText(queue)}</b>
                <span className={styles.what}>
                  {STAFF_QUEUE_LABELS[queue.queue]}
                  {queue.oldest_at && <span className="s12 t3">oldest: {formatAgo(queue.oldest_at, now)}</span>}
                </span>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

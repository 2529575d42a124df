import { useWaiting, waitingOn } from '~/app/waiting';
import styles from './frame.module.css';

/** How many wait on a page; nothing where none do. */
export function WaitingCount({ page }: { page: string }) {
  const { data: queues = [] } = useWaiting();
  const waiting = waitingOn(queues, page);
  return waiting ? (
    <span className={styles.waiting} role="img" aria-label={`${waiting} waiting`}>
      {waiting}
    </span>
  ) : null;
}

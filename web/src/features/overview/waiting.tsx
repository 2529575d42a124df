import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { dataOf, listWaitingOptions } from '~/api/queries';
import type { WaitingQueue } from '~/api/sdk';
import {
  CORRECTION_STATUS_LABELS,
  CorrectionStatus,
  DEPOSIT_STATUS_LABELS,
  DepositStatus,
  PAYOUT_STATUS_LABELS,
  PayoutStatus,
  STAFF_QUEUE_LABELS,
  type StaffQueueName,
} from '~/api/words';
import { formatAgo } from '~/lib/ago';
import { formatNumber } from '~/lib/format';
import { tabOf } from '~/lib/list';
import type { PageLink } from '~/lib/paths';
import { WATCHED_MS } from '~/lib/watched';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { useNow } from '~/ui/use-now';
import styles from './overview.module.css';

/** How often ages are told anew, in milliseconds. */
const TICK_MS = 30_000;

/** Where each queue is worked. */
const PLACES: Readonly<Record<StaffQueueName, PageLink>> = {
  ads: linkOptions({ to: '/admin/moderation' }),
  ad_checks: linkOptions({ to: '/admin/moderation' }),
  sites: linkOptions({ to: '/admin/moderation', search: { queue: 'sites' } }),
  wallets: linkOptions({ to: '/admin/wallets' }),
  payouts_requested: linkOptions({
    to: '/admin/payouts',
    search: { status: tabOf(PAYOUT_STATUS_LABELS[PayoutStatus.Requested]) },
  }),
  payouts_approved: linkOptions({
    to: '/admin/payouts',
    search: { status: tabOf(PAYOUT_STATUS_LABELS[PayoutStatus.Approved]) },
  }),
  invoices: linkOptions({
    to: '/admin/deposits',
    search: { status: tabOf(DEPOSIT_STATUS_LABELS[DepositStatus.Pending]) },
  }),
  corrections: linkOptions({
    to: '/admin/corrections',
    search: { status: tabOf(CORRECTION_STATUS_LABELS[CorrectionStatus.Waiting]) },
  }),
  promo_codes: linkOptions({ to: '/admin/promo-codes' }),
  payment_messages: linkOptions({ to: '/admin/deposits', search: { part: 'messages' } }),
  contact_messages: linkOptions({ to: '/admin/messages' }),
};

/** Queues that a skeleton has. */
const SHAPES = [1, 2, 3, 4];

const countText = ({ count, is_more: isMore }: WaitingQueue): string => `${formatNumber(count)}${isMore ? '+' : ''}`;

/** What waits for staff, each kind with a way to it. */
export function Waiting() {
  const answer = useQuery({ ...listWaitingOptions(), select: dataOf, refetchInterval: WATCHED_MS });
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

import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { dataOf, listWaitingOptions } from '~/api/queries';
import type { WaitingQueue } from '~/api/sdk';
import {
  CORRECTION_STATUS_LABELS,
  CorrectionStatus,
  DEPOSIT_STATUS_LABELS,
  DepositStatus,
  PAYOUT_STATUS_LABELS,
  PayoutStatus,
  type StaffQueueName,
} from '~/api/words';
import { formatNumber } from '~/lib/format';
import { tabOf } from '~/lib/list';
import type { PageLink } from '~/lib/paths';
import { WATCHED_MS } from '~/lib/watched';

/** Where each queue is worked. */
export const PLACES: Readonly<Record<StaffQueueName, PageLink>> = {
  ads: linkOptions({ to: '/admin/moderation' }),
  ad_checks: linkOptions({ to: '/admin/moderation' }),
  sites: linkOptions({ to: '/admin/moderation', search: { queue: 'sites' } }),
  wallets: linkOptions({ to: '/admin/moderation', search: { queue: 'wallets' } }),
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

/** The list of what is worked one by one elsewhere. */
const ALSO: Partial<Record<StaffQueueName, string>> = { wallets: '/admin/wallets' };

/** What waits for staff; asked for by them alone. */
export const useWaiting = () => useQuery({ ...listWaitingOptions(), select: dataOf, refetchInterval: WATCHED_MS });

/** How many wait, as people read it. */
export const countText = ({ count, is_more: isMore }: Pick<WaitingQueue, 'count' | 'is_more'>): string =>
  `${formatNumber(count)}${isMore ? '+' : ''}`;

/** How many wait on a page, where any do. */
export function waitingOn(queues: readonly WaitingQueue[], page: string): string | null {
  const here = queues.filter(({ queue, count }) => count > 0 && (PLACES[queue].to === page || ALSO[queue] === page));
  if (here.length === 0) return null;
  return countText({
    count: here.reduce((sum, { count }) => sum + count, 0),
    is_more: here.some(({ is_more: isMore }) => isMore),
  });
}

import type { Payout } from '~/api/sdk';
import { PayoutStatus } from '~/api/words';
import { locally, pageOf } from '../../list/locally';
import type { List } from '../../list/use-list';

/** States whose money went back to the balance. */
const UNPAID: readonly number[] = [PayoutStatus.Rejected, PayoutStatus.Cancelled];

/** What was asked for of payouts, and what of it is fees; of all states without that which is available again. */
function sumOf(payouts: readonly Payout[], isOfAll: boolean) {
  const shown = isOfAll ? payouts.filter(({ status_id: status }) => !UNPAID.includes(status)) : payouts;
  const micros = (of: (payout: Payout) => number) => shown.reduce((sum, one) => sum + Math.round(of(one) * 1e6), 0);
  return { amount: micros(({ amount }) => amount) / 1e6, fee: micros(({ fee }) => fee) / 1e6 };
}

/** A page of payouts with the sums of all pages. They are all asked for at once: a payout a week makes few. */
export function pageOfPayouts(payouts: readonly Payout[], list: List) {
  const found = locally(payouts, list, { words: () => '', statusOf: ({ status_id: status }) => String(status) });
  return { ...pageOf(found, list.state), total_statistic: sumOf(found.data, list.state.tab?.status === undefined) };
}

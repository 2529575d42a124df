import type { AdminCurrency } from '~/api/sdk';
import { DOLLAR_ID } from '~/lib/format';
import { Note } from '~/ui/note';
import { useHour } from '~/ui/use-now';

/** A rate that was set longer ago than this, in days, has hardly stayed what it is. */
const OLD_DAYS = 30;
const DAY_MS = 86_400_000;

/** Names the currencies whose rates nobody has looked at for long. What costs a dollar sharp does so all the time. */
export function OldRates({ currencies }: { currencies: readonly AdminCurrency[] }) {
  const now = useHour();
  const old = currencies.filter(
    ({ id, currency_rate: rate, rate_set_at: set }) =>
      id !== DOLLAR_ID && rate !== 1 && now - Date.parse(set) > OLD_DAYS * DAY_MS,
  );
  if (old.length === 0) return null;
  return (
    <Note tone="warn">
      Set more than {OLD_DAYS} days ago: {old.map(({ code }) => code).join(', ')}. Amounts are shown, and payouts
      reckoned, by these rates.
    </Note>
  );
}

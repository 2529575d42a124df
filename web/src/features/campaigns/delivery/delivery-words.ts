import type { Explained, Stop, StopAhead, StopCode } from '~/api/sdk';
import { type CurrencyUnit, formatMoney, formatPrice } from '~/lib/format';

/** What is used up. */
const OF_WHAT: Partial<Record<StopCode, string>> = {
  daily_limit: 'of the daily limit',
  total_limit: 'of the total limit',
  no_balance: 'of the balance, for all your campaigns,',
};

/** What will stop it today, with amounts in the unit of who reads. */
export function aheadText({ code, text, lasts, per_hour: hourly, lost }: StopAhead, unit: CurrencyUnit): string {
  const what = OF_WHAT[code];
  if (!what) return text;
  return `What is left ${what} lasts ${lasts}: about ${formatMoney(hourly, unit)} an hour are spent then. About ${formatMoney(lost, unit)} more could be spent today.`;
}

/** What to do about what stops it, with amounts in the unit of who reads. */
export function stopText({ text, above }: Stop, unit: CurrencyUnit): string {
  if (!above) return text;
  return `The cheapest click would cost ${formatPrice(above.price, unit)}, and ${formatPrice(above.rest, unit)} are left after the clicks that are not billed yet. Top up, raise the limit, or bid less.`;
}

/** Why an ad falls out of a request, with amounts in the unit of who reads. */
export function explainedText({ text, above }: Explained, unit: CurrencyUnit): string {
  return above
    ? `One click would cost ${formatPrice(above.price, unit)}, and ${formatPrice(above.rest, unit)} remain.`
    : text;
}

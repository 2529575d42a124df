import type { PromoCode } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatMoney, formatNumber } from '~/lib/format';

/** What a top-up with the code gets. */
export function givesText({ amount, part, minimum }: PromoCode, unit: CurrencyUnit): string {
  const from = minimum > 0 ? ` from ${formatMoney(minimum, unit)}` : '';
  if (part === null || part === undefined) return `${formatMoney(amount, unit)}${from}`;
  return `${formatNumber(part, Number.isInteger(part) ? 0 : 2)} %, at most ${formatMoney(amount, unit)}${from}`;
}

/** The same, in the unit of who reads it. */
export function Gives({ code }: { code: PromoCode }) {
  return <>{givesText(code, useUnit())}</>;
}

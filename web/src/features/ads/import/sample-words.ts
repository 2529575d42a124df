import type { ImportSample } from '~/api/sdk';
import { type CurrencyUnit, formatPrice } from '~/lib/format';

/** Bids of countries that are named; of more it says how many. */
const NAMED_MAX = 3;

/** What a row bids: its bid for all countries, and those of single ones. Without the former it is shown in these alone. */
export function bidWords(
  { one_bid_for_all_geo: all, bids }: Pick<ImportSample, 'one_bid_for_all_geo' | 'bids'>,
  unit: CurrencyUnit,
) {
  const named = bids.slice(0, NAMED_MAX).map(({ country_code: code, bid }) => `${code} ${formatPrice(bid, unit)}`);
  if (bids.length > NAMED_MAX) named.push(`${bids.length - NAMED_MAX} more`);
  const countries = named.join(' · ');
  if (typeof all === 'number') return countries ? `${formatPrice(all, unit)}; ${countries}` : formatPrice(all, unit);
  return countries ? `Only ${countries}` : 'Usual';
}

/** How often one visitor sees the ad of a row. */
export function capWords({ frequency_cap: cap }: Pick<ImportSample, 'frequency_cap'>): string {
  return cap ? `${cap.shows} in ${cap.hours} h` : 'No limit';
}

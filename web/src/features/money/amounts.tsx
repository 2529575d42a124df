import { useUnit } from '~/app/queries';
import { formatAmount, formatNumber } from '~/lib/format';

/** Dollars in the unit of who reads them. */
export function Amount({ dollars, decimals = 2 }: { dollars: number; decimals?: number }) {
  return <>{formatAmount(dollars, useUnit(), decimals)}</>;
}

/** Most decimals of what is sent. */
const EXACT_DECIMALS_MAX = 9;

/** A number with all of its decimals, and at least two of them. */
export function exact(value: number): string {
  const [, fraction = ''] = value.toFixed(EXACT_DECIMALS_MAX).replace(/0+$/, '').split('.');
  return formatNumber(value, Math.max(2, fraction.length));
}

/** The same for whatever reads numbers and is no person: without the spaces between groups of digits. */
export const plain = (value: number): string => exact(value).replace(/\s/g, '');

/** The ways in which money comes in. */
import { useQuery } from '@tanstack/react-query';
import { dataOf, listPaymentSystemsOptions, listPaymentTypesOptions } from '~/api/queries';
import { type CurrencyUnit, capital, formatMoney, plural, unitDecimals } from '~/lib/format';

/** Decimals of what is paid in, in dollars. */
export const DECIMALS = 2;

/** The payment system that is a bank transfer: its page is the own one. */
export const INVOICE_ID = 1;
/** The demonstration's payment system. */
export const SANDBOX_ID = 7;

/** A way to pay in. */
export interface Way {
  key: string;
  system: number;
  type: number | undefined;
  name: string;
  time: string;
  /** What it costs beside the amount; empty: nothing. */
  fee: string;
  /** The least and the highest amount, in dollars; none where it is not told. */
  bounds: { min: number; max: number } | null;
  /** It can keep what is paid with. */
  canKeep: boolean;
}

/** The ways in which money comes in here: the types of each payment system, or the system itself where it has none. */
export function useWays() {
  const systems = useQuery({ ...listPaymentSystemsOptions({ query: { purpose: 'top_up' } }), select: dataOf });
  const types = useQuery({ ...listPaymentTypesOptions(), select: dataOf });
  const failed = [systems, types].find((answer) => answer.isError && !answer.data);
  const ways =
    systems.data && types.data
      ? systems.data.flatMap((system): Way[] => {
          const canKeep = system.can_keep_method;
          const { least_top_up: min, most_top_up: max } = system;
          const bounds = typeof min === 'number' && typeof max === 'number' ? { min, max } : null;
          const own = types.data.filter((type) => type.payment_system_id === system.id);
          if (own.length === 0) {
            const key = String(system.id);
            return [{ key, system: system.id, type: undefined, name: system.name, time: '', fee: '', bounds, canKeep }];
          }
          return own.map((type) => ({
            key: `${system.id}-${type.id}`,
            system: system.id,
            type: type.id,
            name: own.length > 1 ? `${system.name}, ${type.name}` : system.name,
            time: type.usual_time,
            fee: type.fee_note,
            bounds,
            canKeep,
          }));
        })
      : undefined;
  const retry = () => void Promise.all([systems.refetch(), types.refetch()]);
  return { ways, error: failed?.error, retry };
}

/** What can be paid in a way. */
export function boundsText(way: Way | undefined, unit: CurrencyUnit): string {
  const most = `at most ${plural(unitDecimals(DECIMALS, unit), 'decimal')}.`;
  if (!way?.bounds) return capital(most);
  const { min, max } = way.bounds;
  return `By ${way.name}: ${formatMoney(min, unit)} to ${formatMoney(max, unit)}, ${most}`;
}

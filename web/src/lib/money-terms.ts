/** Why an advertiser's balance moved. */
export const OPERATIONS: Record<number, string> = {
  1: 'Top-up',
  2: 'Clicks',
  3: 'Push clicks',
  4: 'Correction',
  5: 'Refund',
  6: 'Bonus',
};

/** Why a webmaster's balance moved. */
export const WEBMASTER_OPERATIONS: Record<number, string> = {
  0: 'Income',
  1: 'Payout',
  2: 'Correction',
  3: 'Referral',
  4: 'Fee',
};

/** A name for an operation; an unknown one is named by its number. */
export function operationName(list: Record<number, string>, id: number): string {
  return list[id] ?? `Operation ${id}`;
}

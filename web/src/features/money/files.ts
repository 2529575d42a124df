import { exportLedger, exportPayouts } from '~/api/sdk';
import { given } from '~/lib/list';
import type { DayRange } from '~/lib/period';

/** Approved payouts as a file for a gateway: those that stand in no file yet, or all. */
export const payoutsFile = (payment_type_id: number | undefined, again: boolean) =>
  exportPayouts({ query: { ...given({ payment_type_id }), ...(again ? { again: 1 } : {}) }, parseAs: 'blob' });

/** The ledger of some days as a table, or as a journal of hledger. */
export const ledgerFile = ({ from, to }: DayRange, format: 'csv' | 'hledger') =>
  exportLedger({ query: { date_from: from, date_to: to, format }, parseAs: 'blob' });

import { exportLedger, exportPayouts } from '~/api/sdk';
import type { DayRange } from '~/lib/period';

/** The approved payouts as a file for a gateway. */
export const payoutsFile = (payment_type_id: number | undefined) =>
  exportPayouts({ query: payment_type_id === undefined ? {} : { payment_type_id }, parseAs: 'blob' });

/** The ledger of some days as a table, or as a journal of hledger. */
export const ledgerFile = ({ from, to }: DayRange, format: 'csv' | 'hledger') =>
  exportLedger({ query: { date_from: from, date_to: to, format }, parseAs: 'blob' });

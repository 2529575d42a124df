import type { ExportPayoutsData } from '~/api/sdk';
import { exportLedger, exportPayouts } from '~/api/sdk';
import type { DayRange } from '~/lib/period';

/** For whom a file of payouts is. */
export type BatchFormat = NonNullable<NonNullable<ExportPayoutsData['query']>['format']>;

/** Approved payouts as a file for a gateway: those that stand in no file yet, those of one file, or all. */
export const payoutsFile = (query: NonNullable<ExportPayoutsData['query']>) =>
  exportPayouts({ query, parseAs: 'blob' });

/** The ledger of some days as a table, or as a journal of hledger. */
export const ledgerFile = ({ from, to }: DayRange, format: 'csv' | 'hledger') =>
  exportLedger({ query: { date_from: from, date_to: to, format }, parseAs: 'blob' });

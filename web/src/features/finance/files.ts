import {
  getAdvertiserStatement,
  getDepositInvoice,
  getDepositReceipt,
  getPayoutsFile,
  getWebmasterStatement,
} from '~/api/sdk';

/** Documents about people's money, as files. */
export const FILES = {
  invoice: (id: number) => getDepositInvoice({ path: { id }, parseAs: 'blob' }),
  receipt: (id: number) => getDepositReceipt({ path: { id }, parseAs: 'blob' }),
  statement: (month: string, format: 'csv' | 'pdf') =>
    getAdvertiserStatement({ path: { month }, query: { format }, parseAs: 'blob' }),
  payouts: () => getPayoutsFile({ parseAs: 'blob' }),
  earnings: (month: string, format: 'csv' | 'pdf') =>
    getWebmasterStatement({ path: { month }, query: { format }, parseAs: 'blob' }),
};

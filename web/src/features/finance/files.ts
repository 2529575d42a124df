import { getAdvertiserStatement, getDepositInvoice, getDepositReceipt } from '~/api/sdk';

/** Documents about an advertiser's money, as files. */
export const FILES = {
  invoice: (id: number) => getDepositInvoice({ path: { id }, parseAs: 'blob' }),
  receipt: (id: number) => getDepositReceipt({ path: { id }, parseAs: 'blob' }),
  statement: (month: string) => getAdvertiserStatement({ path: { month }, query: { format: 'csv' }, parseAs: 'blob' }),
};

import { listReferralStats } from '~/api/sdk';
import type { queryOf } from './rows';

/** All rows of referral statistics, as a table. */
export const referralFile = (query: ReturnType<typeof queryOf>) =>
  listReferralStats({ query: { ...query, format: 'csv' }, parseAs: 'blob' });

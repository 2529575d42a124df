import { queryOptions } from '@tanstack/react-query';
import { dataOf, getAdvertiserBalanceOptions, getWebmasterBalanceOptions } from '~/api/queries';

/** People watch their money: it is asked for this often, in milliseconds. */
const WATCHED_MS = 30_000;

/** Money of the advertiser's cabinet. */
export const advertiserBalanceQuery = queryOptions({
  ...getAdvertiserBalanceOptions(),
  select: dataOf,
  refetchInterval: WATCHED_MS,
});

/** Money of the webmaster's cabinet. */
export const webmasterBalanceQuery = queryOptions({
  ...getWebmasterBalanceOptions(),
  select: dataOf,
  refetchInterval: WATCHED_MS,
});

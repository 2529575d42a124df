import { queryOptions } from '@tanstack/react-query';
import {
  dataOf,
  getAdvertiserBalanceOptions,
  getAutoPaymentOptions,
  getAutoTopUpOptions,
  getBalanceRemainOptions,
  getWebmasterBalanceOptions,
  listCurrenciesOptions,
  listPaymentTypesOptions,
  listPendingDaysOptions,
  listWalletsOptions,
  listWebmasterStatementsOptions,
} from '~/api/queries';
import { WATCHED_MS } from '~/lib/watched';

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

/** What is on its way, by the day on which it becomes available. */
export const pendingDaysQuery = queryOptions({
  ...listPendingDaysOptions(),
  select: dataOf,
  refetchInterval: WATCHED_MS,
});

/** What is missing to a payout, and the one that is open. */
export const remainQuery = queryOptions({
  ...getBalanceRemainOptions(),
  select: dataOf,
  refetchInterval: WATCHED_MS,
});

/** The own wallets. */
export const walletsQuery = queryOptions({ ...listWalletsOptions(), select: dataOf, refetchInterval: WATCHED_MS });

/** The ways in which webmasters are paid. */
export const payoutTypesQuery = queryOptions({
  ...listPaymentTypesOptions({ query: { purpose: 'payout' } }),
  select: dataOf,
});

/** All currencies, by which payments are named. */
export const currenciesQuery = queryOptions({ ...listCurrenciesOptions(), select: dataOf });

/** What is kept to pay by when the balance is low, and when it pays. */
export const autoTopUpQuery = queryOptions({ ...getAutoTopUpOptions(), select: dataOf, refetchInterval: WATCHED_MS });

/** Whether payouts are asked for by themselves. */
export const autoPaymentQuery = queryOptions({ ...getAutoPaymentOptions(), select: dataOf });

/** The months that have a statement, newest first. */
export const statementsQuery = queryOptions({ ...listWebmasterStatementsOptions(), select: dataOf });

import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import type { User } from '~/api/sdk';
import { CurrencyUnit as Unit } from '~/api/words';
import type { CurrencyUnit } from '~/lib/format';
import { keepSkeletons } from './keep-skeletons';
import { useLoggedIn } from './session';

/** One cache for the page. Refusals are not repeated; missing answers and server failures twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      behavior: keepSkeletons,
      staleTime: 15_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

// Pages for visitors ask nothing of a user: the client of the API comes with the first question.
const sdk = () => import('~/api/sdk');

/** Who is logged in. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => (await (await sdk()).getCurrentUser({ signal })).data.data,
  staleTime: 60_000,
});

/** Money of the advertiser's cabinet; fresh every half minute, because people watch it. */
export const advertiserBalanceQuery = queryOptions({
  queryKey: ['advertiser', 'balance'],
  queryFn: async ({ signal }) => (await (await sdk()).getAdvertiserBalance({ signal })).data.data,
  refetchInterval: 30_000,
});

/** Money of the webmaster's cabinet. */
export const webmasterBalanceQuery = queryOptions({
  queryKey: ['webmaster', 'balance'],
  queryFn: async ({ signal }) => (await (await sdk()).getWebmasterBalance({ signal })).data.data,
  refetchInterval: 30_000,
});

/** The logged-in user, or undefined while unknown. */
export function useUser(): User | undefined {
  return useQuery({ ...userQuery, enabled: useLoggedIn() }).data;
}

/** The unit in which this user reads money. */
export function useUnit(): CurrencyUnit {
  return useUser()?.currency_unit === Unit.Cent ? 'cent' : 'dollar';
}

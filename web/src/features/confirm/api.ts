import { queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';

/** The two kinds of links that confirm an address. */
export type ConfirmKind = 'account' | 'change';

const PATHS: Record<ConfirmKind, string> = { account: '/api/confirm', change: '/api/account/change/confirm' };

/** Confirms an address with the token of a mail. Opening the same link twice succeeds twice. */
export const confirmQuery = (kind: ConfirmKind, token: string) =>
  queryOptions({
    queryKey: ['confirm', kind, token],
    queryFn: async ({ signal }) =>
      (await call<{ data: { email: string } }>('GET', PATHS[kind], { query: { token }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

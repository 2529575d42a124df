import {
  type DefaultOptions,
  MutationCache,
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import type { User } from '~/api/sdk';
import { CurrencyUnit as Unit } from '~/api/words';
import type { CurrencyUnit } from '~/lib/format';
import { keepSkeletons } from './keep-skeletons';
import { useLoggedIn } from './session';

/** Who is logged in. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    // Pages for visitors ask nothing of a user: the client of the API comes with the first question. The call is named where
    // it is imported, else every call there is would be kept for it.
    const { getCurrentUser } = await import('~/api/sdk');
    return (await getCurrentUser({ signal })).data.data;
  },
  staleTime: 60_000,
});

/**
 * Refusals after which everything is as it was: whoever asked tells them. Also of what is another one by now: a form that is
 * made anew by a newer version would lose what was typed. Who shows such a thing otherwise calls `askAnew`.
 */
const UNCHANGED: ReadonlySet<number> = new Set([400, 401, 403, 409, 422, 429]);

/** The dictionaries of targeting that the network changes. */
const EDITED = /^list(Categories|TrafficSources)$/;

/**
 * Whether a change may have made an answer another one: every answer of the generated client, but the other dictionaries of
 * targeting, and who is logged in. Pages for visitors have keys of their own, and change nothing.
 */
function mayDiffer([first]: QueryKey): boolean {
  if (first === userQuery.queryKey[0]) return true;
  if (typeof first !== 'object' || first === null || !('tags' in first)) return false;
  return !(first.tags as readonly string[]).includes('targeting') || ('_id' in first && EDITED.test(`${first._id}`));
}

/**
 * Asks anew for all that is shown; the rest is asked for when it is shown again. A first answer that is on its way may be
 * older than the change, and is not asked for twice at once: that one is asked for again when it is there.
 */
export async function askAnew(client: QueryClient): Promise<void> {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
  const all = client.getQueryCache().findAll({ predicate: (query) => mayDiffer(query.queryKey) });
  const first = all.filter(isFirst);
  await client.invalidateQueries({ predicate: (query) => all.includes(query) });
  if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/**
 * The one place that knows what a change makes stale: everything that it may have changed; `staleTime: 'static'` keeps an
 * answer as it is. It comes after the change's own `onSuccess`, which may end the session, and after the last of several
 * changes: until then the server tells what is shown otherwise already. A thing that is gone, or of which nobody knows what became of it, is as good as changed.
 */
export function changes(): MutationCache {
  let isStale = false;
  return new MutationCache({
    onSettled: (_answer, error, _sent, _begun, _mutation, { client }) => {
      isStale ||= !(error instanceof ApiError && UNCHANGED.has(error.status));
      if (!isStale || client.isMutating() > 1) return;
      isStale = false;
      void askAnew(client);
    },
  });
}

/**
 * A cache whose changes are sent when they are made or not at all: one that waits for the connection would be carried out
 * when nobody looks at it any more.
 */
export const newClient = (queries: DefaultOptions['queries'] & {}): QueryClient =>
  new QueryClient({ mutationCache: changes(), defaultOptions: { queries, mutations: { networkMode: 'always' } } });

/** One cache for the page. Refusals are not repeated; missing answers and server failures twice. */
export const queryClient = newClient({
  behavior: keepSkeletons,
  staleTime: 15_000,
  retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
});

/** The logged-in user, or undefined while unknown. */
export function useUser(): User | undefined {
  return useQuery({ ...userQuery, enabled: useLoggedIn() }).data;
}

/** The unit in which this user reads money. */
export function useUnit(): CurrencyUnit {
  return useUser()?.currency_unit === Unit.Cent ? 'cent' : 'dollar';
}

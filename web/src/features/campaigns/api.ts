import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { AdGroup, Campaign, ListAnswer } from '~/api/types';
import type { QueryValue } from '~/lib/query-string';
import { toastError } from '~/ui/toast';

const CAMPAIGNS = '/api/advertiser/campaigns';
const GROUPS = '/api/advertiser/ad_groups';

/** Campaigns of the caller. */
export function campaignsQuery(query: Record<string, QueryValue>) {
  return queryOptions({
    queryKey: ['campaigns', 'list', query],
    queryFn: ({ signal }) => call<ListAnswer<Campaign>>('GET', CAMPAIGNS, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** One campaign. */
export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: async ({ signal }) => (await call<{ data: Campaign }>('GET', `${CAMPAIGNS}/${id}`, { signal })).data,
  });
}

/** Groups of a campaign. */
export function groupsQuery(campaign: string, query: Record<string, QueryValue>) {
  return queryOptions({
    queryKey: ['groups', 'list', campaign, query],
    queryFn: ({ signal }) => call<ListAnswer<AdGroup>>('GET', `${CAMPAIGNS}/${campaign}/ad_groups`, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** One group. */
export function groupQuery(id: string) {
  return queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: async ({ signal }) => (await call<{ data: AdGroup }>('GET', `${GROUPS}/${id}`, { signal })).data,
  });
}

/** Something with a wish and a shown status. */
interface Startable {
  id: number;
  status: number;
  is_started_wanted: boolean;
}

/** Changes things in every cached list and page at once; returns what puts them back. */
function patchCached<T extends { id: number }>(
  client: QueryClient,
  kind: string,
  ids: ReadonlySet<number>,
  patch: (row: T) => T,
): () => void {
  const before = client.getQueriesData<unknown>({ queryKey: [kind] });
  client.setQueriesData<unknown>({ queryKey: [kind] }, (cached: unknown) => {
    if (!cached || typeof cached !== 'object') return cached;
    if ('data' in cached && Array.isArray(cached.data)) {
      return { ...cached, data: (cached.data as T[]).map((row) => (ids.has(row.id) ? patch(row) : row)) };
    }
    return 'id' in cached && ids.has(cached.id as number) ? patch(cached as unknown as T) : cached;
  });
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** The wish shows at once; what really happens is the server's to say, so only a plain stop or start is guessed. */
export function wished<T extends Startable>(row: T, start: boolean): T {
  const status = start ? (row.status === 1 ? 2 : row.status) : [2, 5, 6, 7, 8, 9].includes(row.status) ? 1 : row.status;
  return { ...row, is_started_wanted: start, status };
}

/** Calls `work` for each id, four at a time; throws the first refusal after all are done. */
export async function forEach(ids: readonly number[], work: (id: number) => Promise<unknown>): Promise<void> {
  const queue = [...ids];
  const refusals: unknown[] = [];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      await work(id).catch((error) => refusals.push(error));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  if (refusals.length > 0) throw refusals[0];
}

/** Kinds of things that can be started, with the address of one. */
const KINDS = { campaigns: CAMPAIGNS, groups: GROUPS } as const;

/** Starts or stops; shows at once, goes back with the reason when refused. */
export function useStart(kind: keyof typeof KINDS, noun: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, start }: { ids: number[]; start: boolean }) =>
      forEach(ids, (id) => call('PUT', `${KINDS[kind]}/${id}/${start ? 'start' : 'stop'}`)),
    onMutate: async ({ ids, start }) => {
      await client.cancelQueries({ queryKey: [kind] });
      return patchCached<Startable>(client, kind, new Set(ids), (row) => wished(row, start));
    },
    onError: (error, { ids, start }, putBack) => {
      putBack?.();
      toastError(
        `${ids.length === 1 ? `The ${noun} was` : `Some ${noun}s were`} not ${start ? 'started' : 'stopped'}`,
        error,
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: [kind] }),
  });
}

/** Puts away or brings back. */
export async function archive(kind: keyof typeof KINDS, ids: readonly number[], on: boolean): Promise<void> {
  await forEach(ids, (id) => call('PUT', `${KINDS[kind]}/${id}/${on ? 'archive' : 'unarchive'}`));
}

/** Deletes; statistics keep the names. */
export async function remove(kind: keyof typeof KINDS, ids: readonly number[]): Promise<void> {
  await forEach(ids, (id) => call('DELETE', `${KINDS[kind]}/${id}`));
}

/** Saves new limits of a campaign. The edit names the version it saw. */
export function saveLimits(
  campaign: Campaign,
  limits: { daily_money_limit?: number | null; total_money_limit?: number | null },
): Promise<unknown> {
  return call('PUT', `${CAMPAIGNS}/${campaign.id}`, { body: { ...editable(campaign), ...limits } });
}

/** The fields of a campaign that a PUT takes: what the server derives is left out. */
export function editable(campaign: Campaign): Record<string, unknown> {
  const derived = new Set([
    'id',
    'uuid',
    'status',
    'is_started_wanted',
    'ad_started_count',
    'running_ads_count',
    'spent_today',
    'spent_total',
    'statistic',
    'campaign_type_id',
  ]);
  return Object.fromEntries(Object.entries(campaign).filter(([key]) => !derived.has(key)));
}

import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  archiveAdGroup,
  archiveCampaign,
  type Campaign,
  type CampaignForm,
  deleteAdGroup,
  deleteCampaign,
  getAdGroup,
  getCampaign,
  type ListAdGroupsData,
  type ListCampaignsData,
  listAdGroups,
  listCampaigns,
  startAdGroup,
  startCampaign,
  stopAdGroup,
  stopCampaign,
  unarchiveAdGroup,
  unarchiveCampaign,
  updateCampaign,
} from '~/api/sdk';
import { CAMPAIGN_STATUS_RUNNING, CampaignStatus } from '~/api/words';
import type { ListQuery } from '~/lib/list';
import { toastError } from '~/ui/toast';

/** Campaigns of the caller. */
export function campaignsQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['campaigns', 'list', query],
    queryFn: async ({ signal }) => (await listCampaigns({ query: query as ListCampaignsData['query'], signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** One campaign. */
export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: async ({ signal }) => (await getCampaign({ path: { id: Number(id) }, signal })).data.data,
  });
}

/** Groups of a campaign. */
export function groupsQuery(campaign: number, query: ListQuery) {
  return queryOptions({
    queryKey: ['groups', 'list', campaign, query],
    queryFn: async ({ signal }) =>
      (await listAdGroups({ path: { id: campaign }, query: query as ListAdGroupsData['query'], signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** One group. */
export function groupQuery(id: string) {
  return queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: async ({ signal }) => (await getAdGroup({ path: { id: Number(id) }, signal })).data.data,
  });
}

/** Something with a wish and a shown status. */
interface Startable {
  id: number;
  status: CampaignStatus;
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
  const isMoved = start ? row.status === CampaignStatus.Stopped : CAMPAIGN_STATUS_RUNNING.includes(row.status);
  const moved = start ? CampaignStatus.Started : CampaignStatus.Stopped;
  return { ...row, is_started_wanted: start, status: isMoved ? moved : row.status };
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

/** What can be done with campaigns and groups alike. */
const KINDS = {
  campaigns: {
    start: startCampaign,
    stop: stopCampaign,
    archive: archiveCampaign,
    unarchive: unarchiveCampaign,
    remove: deleteCampaign,
  },
  groups: {
    start: startAdGroup,
    stop: stopAdGroup,
    archive: archiveAdGroup,
    unarchive: unarchiveAdGroup,
    remove: deleteAdGroup,
  },
} as const;

/** Starts or stops; shows at once, goes back with the reason when refused. */
export function useStart(kind: keyof typeof KINDS, noun: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, start }: { ids: number[]; start: boolean }) =>
      forEach(ids, (id) => KINDS[kind][start ? 'start' : 'stop']({ path: { id } })),
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
  await forEach(ids, (id) => KINDS[kind][on ? 'archive' : 'unarchive']({ path: { id } }));
}

/** Deletes; statistics keep the names. */
export async function remove(kind: keyof typeof KINDS, ids: readonly number[]): Promise<void> {
  await forEach(ids, (id) => KINDS[kind].remove({ path: { id } }));
}

/** Saves new limits of a campaign. The edit names the version it saw; coefficients are left out and stay. */
export async function saveLimits(
  campaign: Campaign,
  limits: { daily_money_limit?: number | null; total_money_limit?: number | null },
): Promise<void> {
  const id = campaign.id;
  const { coefficients: _stay, ...now } = editable((await getCampaign({ path: { id } })).data.data);
  await updateCampaign({ path: { id }, body: { ...now, ...limits, version: campaign.version } });
}

/** The fields of a campaign that a PUT takes: what the server derives is left out. */
export function editable(campaign: Campaign): CampaignForm {
  const {
    id: _id,
    uuid: _uuid,
    status: _status,
    is_started_wanted: _wanted,
    ad_started_count: _started,
    running_ads_count: _running,
    spent_today: _today,
    spent_total: _total,
    statistic: _statistic,
    ...form
  } = campaign;
  // What was answered can be sent.
  return form as CampaignForm;
}

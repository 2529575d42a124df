import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  dataOf,
  getAdGroupDeliveryOptions,
  getAdGroupOptions,
  getCampaignOptions,
  getPushCampaignOptions,
  type MutationOf,
  startAdGroupMutation,
  startCampaignMutation,
  startPushCampaignMutation,
  stopAdGroupMutation,
  stopCampaignMutation,
  stopPushCampaignMutation,
  updateCampaignMutation,
  updatePushCampaignMutation,
} from '~/api/queries';
import type { AdGroup, Campaign, CampaignForm, PushCampaign, PushCampaignForm } from '~/api/sdk';
import { CAMPAIGN_STATUS_RUNNING, CAMPAIGN_STATUS_SWITCHABLE, CampaignStatus } from '~/api/words';
import { askAnew } from '~/app/queries';
import { WATCHED_MS } from '~/lib/watched';
import { toastError } from '~/ui/toast';
import { byId, type Change, calling } from '../list/change';
import { type Wished, wishOf } from '../list/wish';

/** One campaign. */
export const campaignQuery = (id: string) =>
  queryOptions({ ...getCampaignOptions({ path: { id: Number(id) } }), select: dataOf, refetchInterval: WATCHED_MS });

/** One group. */
export const groupQuery = (id: string) =>
  queryOptions({ ...getAdGroupOptions({ path: { id: Number(id) } }), select: dataOf, refetchInterval: WATCHED_MS });

/** Something with a wish and a shown status. */
export interface Startable {
  status: CampaignStatus;
  is_started_wanted: boolean;
}

/** What its owner wants: what a rule has paused since goes on only when it is started anew. */
export const isOn = (row: Startable) => row.is_started_wanted && row.status !== CampaignStatus.PausedByRule;

/** Whether it runs as soon as nothing above it stands in its way. */
export const isWanted = (row: Startable) => row.is_started_wanted;

/** What staff hold can be stopped and not started; what is archived neither. */
export const can = (row: Startable) =>
  CAMPAIGN_STATUS_SWITCHABLE.includes(row.status) || (row.is_started_wanted && row.status !== CampaignStatus.Archived);

/** Why staff hold a campaign, as its status tells it. */
export const heldWhy = ({ staff_reason: reason }: Pick<Campaign, 'staff_reason'>): { why?: string } =>
  reason ? { why: `Held by the network: ${reason}` } : {};

/** Statuses that a start ends. */
const ENDED_BY_START: readonly CampaignStatus[] = [CampaignStatus.Stopped, CampaignStatus.PausedByRule];

/** The wish shows at once; what really happens is the server's to say, so only a plain stop or start is guessed. */
export function guess<T extends Startable>(row: T, on: boolean): T {
  const isMoved = (on ? ENDED_BY_START : CAMPAIGN_STATUS_RUNNING).includes(row.status);
  const moved = on ? CampaignStatus.Started : CampaignStatus.Stopped;
  return { ...row, is_started_wanted: on, status: isMoved ? moved : row.status };
}

/** One call a thing, which is named by its outer name. */
export const byUuid = <Row extends { uuid: string }>(
  mutation: MutationOf<{ path: { uuid: string } }>,
): Change<Row>['each'] & {} => calling(mutation, ({ uuid }: Row) => ({ path: { uuid } }));

/** One call a campaign: push campaigns, which have an outer name, have their own. */
export const byKind = (
  native: MutationOf<{ path: { id: number } }>,
  push: MutationOf<{ path: { uuid: string } }>,
): Change<Campaign>['each'] & {} => {
  const ofNative = byId<Campaign>(native);
  const ofPush = byUuid(push);
  return (campaign, client) => {
    const { uuid } = campaign;
    return uuid ? ofPush({ uuid }, client) : ofNative(campaign, client);
  };
};

/** Campaigns of both kinds, wherever they stand. */
export const CAMPAIGNS: Wished<Campaign> = {
  noun: ['campaign', 'campaigns'],
  rowName: (campaign) => campaign.name,
  told: ['listCampaigns', 'getCampaign', 'listPushCampaigns', 'getPushCampaign'],
  wish: wishOf<Campaign>({
    isOn,
    isWanted,
    can,
    guess,
    start: { each: byKind(startCampaignMutation, startPushCampaignMutation) },
    stop: { each: byKind(stopCampaignMutation, stopPushCampaignMutation) },
  }),
};

/** Says of things that were started under a campaign that a rule has paused why their switches go back; of several that once. */
export const toldOfPause = (one: string, count = 1) =>
  toastError(
    count === 1 ? `The ${one} is started, but not shown` : `Not all of the ${count} ${one}s are shown`,
    undefined,
    {
      id: `paused-${one}`,
      detail:
        count === 1
          ? `A rule paused its campaign. Start the campaign, and the ${one} runs.`
          : `A rule paused the campaign of some. Start the campaign, and the ${one}s run.`,
    },
  );

const startGroup = byId<AdGroup>(startAdGroupMutation);

/** Starts a group; one that a rule's pause of its campaign keeps from running says so. */
const startingGroup: typeof startGroup = async (group, client) => {
  await startGroup(group, client);
  if (group.status !== CampaignStatus.PausedByRule) return;
  const question = getAdGroupDeliveryOptions({ path: { id: group.id } });
  // What cannot be told now stands on the page of the campaign.
  const answer = await client.fetchQuery({ ...question, staleTime: 0, retry: false }).catch(() => undefined);
  if (answer?.data.stops.some(({ code }) => code === 'paused_by_rule')) toldOfPause('group');
};

/** Groups of campaigns, wherever they stand. */
export const GROUPS: Wished<AdGroup> = {
  noun: ['group', 'groups'],
  rowName: (group) => group.name,
  told: ['listAdGroups', 'getAdGroup'],
  wish: wishOf<AdGroup>({
    isOn,
    isWanted,
    can,
    guess,
    start: { each: startingGroup },
    stop: { each: byId(stopAdGroupMutation) },
  }),
};

/** The fields of a campaign that a PUT takes: what the server derives is left out, for it refuses what it does not know. */
export function editable(campaign: Campaign): CampaignForm {
  const {
    id: _id,
    uuid: _uuid,
    content_type: _target,
    status: _status,
    is_started_wanted: _wanted,
    staff_reason: _reason,
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

/** The fields of a push campaign that a PUT takes. */
export function pushEditable(campaign: PushCampaign): PushCampaignForm {
  const {
    id: _id,
    uuid: _uuid,
    status: _status,
    status_id: _statusId,
    substatus_id: _why,
    is_started_wanted: _wanted,
    staff_reason: _reason,
    ads_count: _ads,
    running_ads_count: _running,
    spent_today: _today,
    spent_total: _total,
    statistic: _statistic,
    reach: _reach,
    campaign_type_id: _type,
    created_at: _created,
    updated_at: _updated,
    ...form
  } = campaign;
  // What was answered can be sent.
  return form as PushCampaignForm;
}

/** The limits of a campaign. */
type Limits = Pick<CampaignForm, 'daily_money_limit' | 'total_money_limit'>;

/** What is seen of a campaign whose limits are changed; push campaigns have an outer name. */
export type Limited = Limits & Pick<Campaign, 'id' | 'uuid' | 'name' | 'spent_today'>;

/** Saves limits of a campaign: what `seen` shows of them must stand there still. Coefficients are left out and stay. */
export function useSaveLimits() {
  const client = useQueryClient();
  const onError = () => askAnew(client);
  const { mutateAsync: saveNative } = useMutation({ ...updateCampaignMutation(), onError });
  const { mutateAsync: savePush } = useMutation({ ...updatePushCampaignMutation(), onError });
  return async (seen: Limited, limits: Limits, changed: (now: Limited) => Error): Promise<unknown> => {
    const fresh = { staleTime: 0, networkMode: 'always' } as const;
    const check = (now: Limited) => {
      const names = Object.keys(limits) as (keyof Limits)[];
      if (names.every((name) => (now[name] ?? null) === (seen[name] ?? null))) return;
      void askAnew(client);
      throw changed(now);
    };
    const { id, uuid } = seen;
    if (uuid) {
      const { data: now } = await client.fetchQuery({ ...getPushCampaignOptions({ path: { uuid } }), ...fresh });
      check(now);
      return savePush({ path: { uuid }, body: { ...pushEditable(now), ...limits } });
    }
    const { data: now } = await client.fetchQuery({ ...getCampaignOptions({ path: { id } }), ...fresh });
    check(now);
    const { coefficients: _stay, ...form } = editable(now);
    return saveNative({ path: { id }, body: { ...form, ...limits, version: now.version } });
  };
}

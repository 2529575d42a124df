import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  dataOf,
  getAdGroupOptions,
  getCampaignOptions,
  startAdGroupMutation,
  startCampaignMutation,
  stopAdGroupMutation,
  stopCampaignMutation,
  updateCampaignMutation,
} from '~/api/queries';
import type { AdGroup, Campaign, CampaignForm } from '~/api/sdk';
import { CAMPAIGN_STATUS_RUNNING, CAMPAIGN_STATUS_SWITCHABLE, CampaignStatus } from '~/api/words';
import { askAnew } from '~/app/queries';
import { byId } from '../list/change';
import { type Wished, wishOf } from '../list/wish';

/** One campaign. */
export const campaignQuery = (id: string) =>
  queryOptions({ ...getCampaignOptions({ path: { id: Number(id) } }), select: dataOf });

/** One group. */
export const groupQuery = (id: string) =>
  queryOptions({ ...getAdGroupOptions({ path: { id: Number(id) } }), select: dataOf });

/** Something with a wish and a shown status. */
interface Startable {
  status: CampaignStatus;
  is_started_wanted: boolean;
}

/** What a rule paused is started by its owner: their wish alone does not show it. */
const isOn = (row: Startable) => row.is_started_wanted && row.status !== CampaignStatus.PausedByRule;

/** Archived, declined and paused by staff: the owner's wish has no effect there. */
const can = (row: Startable) => CAMPAIGN_STATUS_SWITCHABLE.includes(row.status);

/** The wish shows at once; what really happens is the server's to say, so only a plain stop or start is guessed. */
function guess<T extends Startable>(row: T, on: boolean): T {
  const rests = row.status === CampaignStatus.Stopped || row.status === CampaignStatus.PausedByRule;
  const isMoved = on ? rests : CAMPAIGN_STATUS_RUNNING.includes(row.status);
  const moved = on ? CampaignStatus.Started : CampaignStatus.Stopped;
  return { ...row, is_started_wanted: on, status: isMoved ? moved : row.status };
}

/** Campaigns, wherever they stand. */
export const CAMPAIGNS: Wished<Campaign> = {
  noun: ['campaign', 'campaigns'],
  rowName: (campaign) => campaign.name,
  told: ['listCampaigns', 'getCampaign'],
  wish: wishOf<Campaign>({
    isOn,
    can,
    guess,
    start: { each: byId(startCampaignMutation) },
    stop: { each: byId(stopCampaignMutation) },
  }),
};

/** Groups of campaigns, wherever they stand. */
export const GROUPS: Wished<AdGroup> = {
  noun: ['group', 'groups'],
  rowName: (group) => group.name,
  told: ['listAdGroups', 'getAdGroup'],
  wish: wishOf<AdGroup>({
    isOn,
    can,
    guess,
    start: { each: byId(startAdGroupMutation) },
    stop: { each: byId(stopAdGroupMutation) },
  }),
};

/** The fields of a campaign that a PUT takes: what the server derives is left out. */
function editable(campaign: Campaign): CampaignForm {
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

/** The limits of a campaign. */
type Limits = Pick<CampaignForm, 'daily_money_limit' | 'total_money_limit'>;

/** Saves limits of a campaign: what `seen` shows of them must stand there still. Coefficients are left out and stay. */
export function useSaveLimits() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ ...updateCampaignMutation(), onError: () => askAnew(client) });
  return async (seen: Campaign, limits: Limits, changed: (now: Campaign) => Error) => {
    const question = getCampaignOptions({ path: { id: seen.id } });
    const { data: now } = await client.fetchQuery({ ...question, staleTime: 0, networkMode: 'always' });
    const names = Object.keys(limits) as (keyof Limits)[];
    if (names.some((name) => (now[name] ?? null) !== (seen[name] ?? null))) {
      void askAnew(client);
      throw changed(now);
    }
    const { coefficients: _stay, ...form } = editable(now);
    return mutateAsync({ path: { id: now.id }, body: { ...form, ...limits, version: now.version } });
  };
}

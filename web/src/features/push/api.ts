import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  archivePushAdMutation,
  archivePushCampaignMutation,
  dataOf,
  getPushAdOptions,
  getPushCampaignOptions,
  getPushSettingsOptions,
  startPushAdMutation,
  startPushCampaignMutation,
  stopPushAdMutation,
  stopPushCampaignMutation,
  unarchivePushAdMutation,
  unarchivePushCampaignMutation,
  updatePushAdsMutation,
  updatePushCampaignsMutation,
} from '~/api/queries';
import type { GivenPushStatusId, OffsetPagination, PushAd, PushCampaign, PushReach, PushStatistic } from '~/api/sdk';
import type { ListAnswer } from '~/api/types';
import { CampaignStatus } from '~/api/words';
import { WATCHED_MS } from '~/lib/watched';
import { draftWhyNot } from '../ads/drafts';
import { byUuid, can, guess, isOn, isWanted, type Startable, toldOfPause } from '../campaigns/api';
import { archiving } from '../list/actions';
import { calling } from '../list/change';
import type { List } from '../list/use-list';
import { type Wished, wishOf } from '../list/wish';

/** Lists hardly ever change while a form is open. */
const KEPT_MS = 10 * 60_000;

/** One push campaign. */
export const pushCampaignQuery = (uuid: string) =>
  queryOptions({ ...getPushCampaignOptions({ path: { uuid } }), select: dataOf, refetchInterval: WATCHED_MS });

/** One push ad. */
export const pushAdQuery = (uuid: string) => queryOptions({ ...getPushAdOptions({ path: { uuid } }), select: dataOf });

/** What bounds push campaigns and ads. */
export const pushSettingsQuery = queryOptions({ ...getPushSettingsOptions(), select: dataOf, staleTime: KEPT_MS });

const uuidsOf = (rows: readonly { uuid: string }[]) => rows.map(({ uuid }) => uuid);

/** A change of the state of many campaigns in one call. */
const campaignsTo = (status_id: GivenPushStatusId) =>
  calling(updatePushCampaignsMutation, (rows: readonly PushCampaign[]) => ({
    body: { uuids: uuidsOf(rows), status_id },
  }));

/** The same of ads. */
const adsTo = (status_id: GivenPushStatusId) =>
  calling(updatePushAdsMutation, (rows: readonly PushAd[]) => ({ body: { uuids: uuidsOf(rows), status_id } }));

const startAds = adsTo(CampaignStatus.Started);

/** Starts ads. Where a rule's pause of their campaign keeps some from running, that is said; nothing waits for it. */
const startingAds: typeof startAds = async (ads, client) => {
  const answer = await startAds(ads, client);
  const ad = ads.find(({ status_id: status }) => status === CampaignStatus.PausedByRule);
  if (ad) void tellOfPause(ad, ads.length, client);
  return answer;
};

async function tellOfPause({ campaign_uuid: uuid }: PushAd, count: number, client: QueryClient): Promise<void> {
  const question = getPushCampaignOptions({ path: { uuid } });
  // What cannot be told now stands on the page of the campaign.
  const campaign = await client.fetchQuery({ ...question, staleTime: 0, retry: false }).catch(() => undefined);
  if (campaign?.data.status_id === CampaignStatus.PausedByRule) toldOfPause('ad', count);
}

/** The status that a list shows under two names. */
const shown = <Row extends { status_id: CampaignStatus }>(row: Row): Row & Startable => ({
  ...(row as Row & Startable),
  status: row.status_id,
});

const guessed =
  <Row extends { status_id: CampaignStatus }>() =>
  (row: Row, on: boolean): Row => {
    const moved = guess(shown(row), on);
    return { ...moved, status_id: moved.status };
  };

/** Push campaigns, wherever they stand. */
export const PUSH_CAMPAIGNS: Wished<PushCampaign> = {
  noun: ['push campaign', 'push campaigns'],
  rowId: ({ uuid }) => uuid,
  rowName: ({ name }) => name,
  told: ['listPushCampaigns', 'getPushCampaign'],
  wish: wishOf<PushCampaign>({
    isOn,
    isWanted,
    can: (row) => can(shown(row)),
    guess: guessed<PushCampaign>(),
    start: { each: byUuid(startPushCampaignMutation), all: campaignsTo(CampaignStatus.Started) },
    stop: { each: byUuid(stopPushCampaignMutation), all: campaignsTo(CampaignStatus.Stopped) },
  }),
};

/**
 * Push ads, wherever they stand. Those that wait for a moderator have a wish too: it holds once they are approved. Those of a
 * campaign that staff declined can be stopped and not started; a rejected one neither.
 */
export const PUSH_ADS: Wished<PushAd> = {
  noun: ['push ad', 'push ads'],
  rowId: ({ uuid }) => uuid,
  rowName: ({ title }) => title,
  told: ['listPushAds', 'listAllPushAds', 'getPushAd'],
  wish: wishOf<PushAd>({
    isOn: (row) => isOn(shown(row)),
    isWanted: (row) => isWanted(shown(row)),
    can: ({ status_id: status, is_rejected: isRejected, is_started_wanted: isStarted, is_draft: isDraft }) =>
      status !== CampaignStatus.Archived &&
      !isRejected &&
      !isDraft &&
      (status !== CampaignStatus.Declined || isStarted),
    whyNot: draftWhyNot(CampaignStatus.Archived, CampaignStatus.Declined),
    guess: guessed<PushAd>(),
    start: { each: byUuid(startPushAdMutation), all: startingAds },
    stop: { each: byUuid(stopPushAdMutation), all: adsTo(CampaignStatus.Stopped) },
  }),
};

/** Whether a campaign or an ad is put away. */
export const isArchived = ({ status_id: status }: { status_id: CampaignStatus }) => status === CampaignStatus.Archived;

/** Puts campaigns away and brings them back. */
export const archiveCampaigns = archiving<PushCampaign>(
  PUSH_CAMPAIGNS.noun,
  PUSH_CAMPAIGNS.wish,
  isArchived,
  byUuid(archivePushCampaignMutation),
  byUuid(unarchivePushCampaignMutation),
);

/** Puts ads away and brings them back. */
export const archiveAds = archiving<PushAd>(
  PUSH_ADS.noun,
  PUSH_ADS.wish,
  isArchived,
  byUuid(archivePushAdMutation),
  byUuid(unarchivePushAdMutation),
);

/** What push lists answer. */
interface PushAnswer<Row> {
  data: Row[];
  counts_by_status: Record<string, number>;
  pagination: OffsetPagination;
  total_statistic: PushStatistic;
  total_reach?: PushReach | null;
}

/** An answer of a push list as other lists have it; subscribers of all rows stand among the figures. */
export function asList<Row>({ data, pagination, ...rest }: PushAnswer<Row>): ListAnswer<Row> {
  const { total, limit, offset } = pagination;
  const size = limit || total || 1;
  return {
    data,
    counts_by_status: rest.counts_by_status,
    total_statistic: {
      ...rest.total_statistic,
      ...(rest.total_reach && { reach: rest.total_reach.subscribers, due_today: rest.total_reach.due_today }),
    },
    pagination: {
      current_page: Math.floor(offset / size) + 1,
      last_page: Math.max(1, Math.ceil(total / size)),
      per_page: limit,
      total,
    },
  };
}

/** What push lists take, of what is chosen on a list. An order that the call does not have is left out. */
export function pushListQuery<Order extends string>({ state, range }: List, orders: readonly Order[]) {
  const order = orders.find((name) => name === state.sort);
  const status = state.tab?.status;
  return {
    limit: state.count,
    offset: (state.page - 1) * state.count,
    stats_from: range.from,
    stats_to: range.to,
    ...(order === undefined ? {} : { order_by: order }),
    order_direction: state.dir,
    ...(typeof status === 'number' ? { statuses: [status as CampaignStatus] } : {}),
  };
}

/** What the statistics of each side are: its dimensions, its file, what is shown first. */
import { keepPreviousData } from '@tanstack/react-query';
import { FILES, type NamedFile } from '~/api/files';
import { asked } from '~/api/queries';
import type { AdvertiserStatsRequest, NetworkStatsRequest, StatsOption, WebmasterStatsRequest } from '~/api/sdk';
import type { AdvertiserDimensionName, NetworkDimensionName, WebmasterDimensionName } from '~/api/words';
import type { MetricSide } from '~/lib/metrics';
import type { Period } from '~/lib/period';
import { ASK, type Question } from './asking';
import { AUDIENCE, by, type Dimension, GOODS, PLACES, TIMES, VERDICT } from './dimensions';
import { PUSH_DIMENSIONS, PUSH_VALUES, pushFile } from './push-side';
import { VALUES } from './values';

/** The statistics of a side. */
interface Side {
  dimensions: readonly Dimension[];
  /** What is chosen until something else is. */
  start: { period: Period; rows: readonly string[]; metric: string; sort: string };
  /** Metrics that have a tile. */
  tiles: readonly string[];
  /** Columns shown until others are chosen. */
  shown: readonly string[];
  /** Its calls know values that are, and none that are not. */
  isOnly?: true;
  /** The whole report as a file. */
  file(question: Question): Promise<NamedFile>;
}

/** All sides. */
export const SIDES: Record<MetricSide, Side> = {
  advertiser: {
    dimensions: [
      by('campaign', 'campaigns'),
      by('group', 'ad_groups'),
      by('ad', 'ads'),
      ...GOODS,
      by('offer', 'offers'),
      by('offer_category', 'offer_categories'),
      by('webmaster', 'webmasters'),
      ...PLACES,
      ...AUDIENCE,
      by('advertiser', 'advertisers'),
      by('manager', 'advertiser_personal_managers'),
      by('team', 'teams'),
      VERDICT,
      ...TIMES,
    ] satisfies Dimension<AdvertiserDimensionName>[],
    start: { period: 'today', rows: ['campaign', 'ad'], metric: 'money', sort: 'shows_count' },
    tiles: ['money', 'shows_count', 'confirmed_shows_count', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'],
    shown: [
      'shows_count',
      'confirmed_shows_count',
      'clicks_count',
      'ctr',
      'cpc',
      'money',
      'postbacks_approved_money',
      'roi_percentage',
      'lead',
      'cr',
      'confirmed_ctr',
      'cpm',
    ],
    file: (question) => FILES.advertiserStats(question as AdvertiserStatsRequest),
  },
  webmaster: {
    dimensions: [...PLACES, ...AUDIENCE, ...GOODS, VERDICT, ...TIMES] satisfies Dimension<WebmasterDimensionName>[],
    start: { period: '7d', rows: ['date', 'block'], metric: 'money_web', sort: 'shows_count_web' },
    tiles: ['money_web', 'shows_count_web', 'confirmed_shows_count', 'clicks_count', 'ctr', 'bid_web', 'cpm'],
    shown: [
      'shows_count_web',
      'confirmed_shows_count',
      'clicks_count',
      'ctr',
      'confirmed_ctr_web',
      'bid_web',
      'cpm',
      'money_web',
      'invalid_clicks_count',
    ],
    file: (question) => FILES.webmasterStats(question as WebmasterStatsRequest),
  },
  network: {
    dimensions: [
      by('advertiser', 'advertisers'),
      by('manager', 'advertiser_personal_managers'),
      by('team', 'teams'),
      by('campaign', 'campaigns'),
      by('group', 'ad_groups'),
      by('ad', 'ads'),
      ...GOODS,
      by('offer', 'offers'),
      by('offer_category', 'offer_categories'),
      by('webmaster', 'webmasters'),
      by('has_commission', 'commissions'),
      ...PLACES,
      ...AUDIENCE,
      VERDICT,
      by('control'),
      ...TIMES,
    ] satisfies Dimension<NetworkDimensionName>[],
    start: { period: 'today', rows: ['advertiser', 'campaign'], metric: 'margin_money', sort: 'money' },
    tiles: [
      'margin_money',
      'money',
      'money_web',
      'shows_count',
      'confirmed_shows_count',
      'clicks_count',
      'invalid_clicks_count',
      'ctr',
    ],
    shown: [
      'shows_count',
      'confirmed_shows_count',
      'clicks_count',
      'invalid_clicks_count',
      'ctr',
      'cpc',
      'cpm',
      'money',
      'money_web',
      'margin_money',
      'lead',
    ],
    file: (question) => FILES.networkStats(question as NetworkStatsRequest),
  },
  push: {
    dimensions: PUSH_DIMENSIONS,
    start: { period: '7d', rows: ['campaign', 'ad'], metric: 'expense', sort: 'impressions' },
    tiles: ['expense', 'impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'cr'],
    shown: ['impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'expense', 'epc', 'ecpm', 'cr'],
    isOnly: true,
    file: pushFile,
  },
};

/** How often an open report asks again, in milliseconds: facts are fresh within 5 s of their event. */
export const REFRESH_MS = 15_000;

/** A question whose answer stays on the page while a newer one comes. */
export const statisticsQuery = (side: MetricSide, question: Question) => ({
  ...ASK[side](question),
  placeholderData: keepPreviousData,
  refetchInterval: REFRESH_MS,
});

/** Values that a filter asks for: the most there are. */
export const VALUES_ASKED = 1_000;

/** Values that a filter shows at once; all countries fit. */
export const VALUES_SHOWN = 300;

/** The values of a dimension to choose from that have a phrase. */
export function valuesQuery(side: MetricSide, list: string, search: string) {
  const all = { ...VALUES, push: PUSH_VALUES };
  const lists: Partial<Record<string, (options: { query: object }) => Parameters<typeof asked>[0]>> = all[side];
  const query = { count: VALUES_ASKED, ...(search ? { search } : {}) };
  const options = lists[list];
  if (!options) throw new Error(`no list of values is called ${list}`);
  return asked<{ data: StatsOption[] }>(options({ query }));
}

/** What clicks that are taken back are chosen by, as the form holds it and as the API takes it. */
import {
  listNetworkStatsFiltersAdsOptions,
  listNetworkStatsFiltersAdvertisersOptions,
  listNetworkStatsFiltersBlocksOptions,
  listNetworkStatsFiltersCampaignsOptions,
  listNetworkStatsFiltersSitesOptions,
  listNetworkStatsFiltersWebmastersOptions,
} from '~/api/queries';
import type { VoidChoice } from '~/api/sdk';
import { type Period, resolvePeriod } from '~/lib/period';
import { type Narrowed, narrowedOf } from './void-narrow';

/** What clicks are chosen by. */
export const SOURCES = {
  site: ['Sites', listNetworkStatsFiltersSitesOptions],
  block: ['Blocks', listNetworkStatsFiltersBlocksOptions],
  webmaster: ['Webmasters', listNetworkStatsFiltersWebmastersOptions],
  campaign: ['Campaigns', listNetworkStatsFiltersCampaignsOptions],
  ad: ['Ads', listNetworkStatsFiltersAdsOptions],
  advertiser: ['Advertisers', listNetworkStatsFiltersAdvertisersOptions],
} as const;

/** One of them. */
export type Source = keyof typeof SOURCES;

/** The sources to choose from. */
export const SOURCE_CHOICES = Object.entries(SOURCES).map(([value, [label]]) => ({ value, label }));

/** What stands in the form. */
export type VoidValues = {
  by: 'source' | 'ids';
  ids: string;
  source: Source;
  chosen: string[];
  period: Period;
  reason: string;
} & Narrowed;

/** What the server is asked for: none before anything is chosen. */
export function choiceOf(values: VoidValues, now: number): VoidChoice | null {
  if (values.by === 'ids') {
    const ids = values.ids.split(/[\s,;]+/).filter(Boolean);
    return ids.length > 0 ? { click_ids: ids } : null;
  }
  const range = resolvePeriod(values.period, now);
  if (values.chosen.length === 0 || !range) return null;
  return { ...narrowedOf(values), [values.source]: values.chosen, date_from: range.from, date_to: range.to };
}

import { useQuery } from '@tanstack/react-query';
import {
  listAdvertiserStatsFiltersAdGroupsOptions,
  listAdvertiserStatsFiltersAdsOptions,
  listAdvertiserStatsFiltersBlocksOptions,
  listAdvertiserStatsFiltersCampaignsOptions,
  listAdvertiserStatsFiltersCountriesOptions,
  listAdvertiserStatsFiltersDeviceTypesOptions,
  listAdvertiserStatsFiltersSitesOptions,
  listWebmasterStatsFiltersBlocksOptions,
  listWebmasterStatsFiltersCountriesOptions,
  listWebmasterStatsFiltersDeviceTypesOptions,
  listWebmasterStatsFiltersSitesOptions,
} from '~/api/queries';
import type { StatsOption } from '~/api/sdk';
import { VERDICT_LABELS } from '~/api/words';
import type { ListFilter } from '../list/spec';
import { verdictLabel } from './file';

const VERDICT: ListFilter = {
  kind: 'choice',
  name: 'verdict',
  isText: true,
  label: 'Verdict',
  searchable: true,
  useOptions: () => Object.keys(VERDICT_LABELS).map((id) => ({ id, name: verdictLabel(id) })),
};

/** What rows can be narrowed by, as one picks it. */
const choice = (
  name: string,
  label: string,
  useOptions: () => StatsOption[] | undefined,
  more: { isText?: true } = {},
): ListFilter => ({ kind: 'choice', name, label, searchable: true, useOptions, ...more });

/** What was chosen on another page; `useFound` looks for what has its id, deleted ones included. */
const chip = (
  name: string,
  label: string,
  useFound: (asked: { query: { search: string; withDeleted: number } }) => StatsOption[] | undefined,
): ListFilter => ({
  kind: 'chip',
  name,
  label,
  useName: (id) =>
    useFound({ query: { search: String(id), withDeleted: 1 } })?.find((one) => one.id === String(id))?.name,
});

const TEXT = { isText: true } as const;

/** What the advertiser's clicks can be narrowed by. */
export const BOUGHT_FILTERS: readonly ListFilter[] = [
  VERDICT,
  choice('campaignId', 'Campaign', () => useQuery(listAdvertiserStatsFiltersCampaignsOptions()).data?.data),
  choice('siteId', 'Site', () => useQuery(listAdvertiserStatsFiltersSitesOptions()).data?.data),
  choice('country', 'Country', () => useQuery(listAdvertiserStatsFiltersCountriesOptions()).data?.data, TEXT),
  choice('device', 'Device', () => useQuery(listAdvertiserStatsFiltersDeviceTypesOptions()).data?.data),
  chip('groupId', 'Group', (asked) => useQuery(listAdvertiserStatsFiltersAdGroupsOptions(asked)).data?.data),
  chip('adId', 'Ad', (asked) => useQuery(listAdvertiserStatsFiltersAdsOptions(asked)).data?.data),
  chip('blockId', 'Block', (asked) => useQuery(listAdvertiserStatsFiltersBlocksOptions(asked)).data?.data),
];

/** What the webmaster's can be narrowed by. */
export const SOLD_FILTERS: readonly ListFilter[] = [
  VERDICT,
  choice('siteId', 'Site', () => useQuery(listWebmasterStatsFiltersSitesOptions()).data?.data),
  choice('blockId', 'Block', () => useQuery(listWebmasterStatsFiltersBlocksOptions()).data?.data),
  choice('country', 'Country', () => useQuery(listWebmasterStatsFiltersCountriesOptions()).data?.data, TEXT),
  choice('device', 'Device', () => useQuery(listWebmasterStatsFiltersDeviceTypesOptions()).data?.data),
];

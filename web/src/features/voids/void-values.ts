/** What clicks that are taken back are chosen by, as the form holds it and as the API takes it. */
import {
  listNetworkStatsFiltersAdsOptions,
  listNetworkStatsFiltersAdvertisersOptions,
  listNetworkStatsFiltersBlocksOptions,
  listNetworkStatsFiltersCampaignsOptions,
  listNetworkStatsFiltersCountriesOptions,
  listNetworkStatsFiltersDeviceTypesOptions,
  listNetworkStatsFiltersIspsOptions,
  listNetworkStatsFiltersSitesOptions,
  listNetworkStatsFiltersWebmastersOptions,
} from '~/api/queries';
import type { VoidChoice } from '~/api/sdk';
import { type Period, resolvePeriod } from '~/lib/period';
import type { Checks } from '../form/use-form';

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

/** What the clicks of a source are narrowed by: clicks of none of it are left where they are. */
export const NARROWINGS = {
  country: ['Countries', listNetworkStatsFiltersCountriesOptions],
  isp: ['Networks', listNetworkStatsFiltersIspsOptions],
  device: ['Device types', listNetworkStatsFiltersDeviceTypesOptions],
} as const;

/** One of them. */
type Narrowing = keyof typeof NARROWINGS;

/** All of them. */
export const NARROWING_KINDS = Object.keys(NARROWINGS) as Narrowing[];

/** What stands in the form. */
export type VoidValues = {
  by: 'source' | 'ids';
  ids: string;
  source: Source;
  chosen: string[];
  period: Period;
  reason: string;
} & Record<Narrowing, string[]>;

/** The form before anything is chosen. */
const NOTHING_CHOSEN: VoidValues = {
  by: 'source',
  ids: '',
  source: 'site',
  chosen: [],
  period: 'yesterday',
  reason: '',
  country: [],
  isp: [],
  device: [],
};

/** What is chosen of each kind: what is left open is left out. */
const chosenOf = (values: VoidValues) => [
  { kind: values.source, label: SOURCES[values.source][0], ids: values.chosen },
  ...NARROWING_KINDS.map((kind) => ({ kind, label: NARROWINGS[kind][0], ids: values[kind] })).filter(
    ({ ids }) => ids.length > 0,
  ),
];

/** "Sites: Harbour Lights. Countries: Germany, Austria. "; nothing where clicks are named by their ids. */
export const chosenText = (values: VoidValues, nameOf: (kind: string, id: string) => string): string =>
  values.by === 'ids'
    ? ''
    : chosenOf(values)
        .map(({ kind, label, ids }) => `${label}: ${ids.map((id) => nameOf(kind, id)).join(', ')}. `)
        .join('');

/** What the server is asked for: none before anything is chosen. */
export function choiceOf(values: VoidValues, now: number): VoidChoice | null {
  if (values.by === 'ids') {
    const ids = values.ids.split(/[\s,;]+/).filter(Boolean);
    return ids.length > 0 ? { click_ids: ids } : null;
  }
  const range = resolvePeriod(values.period, now);
  if (values.chosen.length === 0 || !range) return null;
  const chosen = Object.fromEntries(chosenOf(values).map(({ kind, ids }) => [kind, ids]));
  return { ...chosen, date_from: range.from, date_to: range.to };
}

/** What is declared of the fields; a reason is needed once it was seen what it would mean. */
export const voidFields = (now: number, isSeen: boolean) => ({
  read: () => NOTHING_CHOSEN,
  renamed: { click_ids: 'ids', site: 'chosen', date_from: 'chosen', date_to: 'chosen', choice: 'chosen' },
  checks: {
    ids: (_, values) => (values.by === 'source' || choiceOf(values, now) ? null : 'Paste at least one click id.'),
    chosen: (_, values) => (values.by === 'ids' || choiceOf(values, now) ? null : 'Choose at least one.'),
    reason: (reason) => (!isSeen || reason.trim() ? null : 'A reason is needed: it stays in the records.'),
  } satisfies Checks<VoidValues>,
});

import { useQuery } from '@tanstack/react-query';
import { download } from '~/api/download';
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
import { formatTime } from '~/lib/format';
import { PageHead } from '../frame/page-head';
import { ColumnsMenu } from '../list/columns-menu';
import { ListView } from '../list/list-view';
import type { ListFilter, ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { useRows } from '../list/use-rows';
import { GeoSource } from '../public/geo-source';
import { type AnyClick, Conversions, DECIMALS, listed, PLACE_AND_PERSON, VERDICT } from './click-columns';
import styles from './clicks.module.css';
import { clicksOnScreen, verdictLabel } from './file';
import { BOUGHT, type BoughtClick, SOLD, type SoldClick } from './sides';

const verdictFilter: ListFilter = {
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

/** A question for the thing with an id, deleted ones included. */
const named = (id: number) => ({ query: { search: String(id), withDeleted: 1 } });

/** The name of the thing with an id. */
const nameIn = (options: StatsOption[] | undefined, id: number) => options?.find((one) => one.id === String(id))?.name;

const ROWS = {
  noun: ['click', 'clicks'],
  rowId: ({ click_id }: AnyClick) => click_id,
  rowName: ({ clicked_at }: AnyClick) => formatTime(clicked_at),
  named: { id: 'time', label: 'Click', aside: ({ click_id }) => click_id },
  dated: true,
  hasFile: true,
  every: 30_000,
  period: '7d',
  search: { label: 'Find a click', placeholder: 'Click id' },
  first: { title: 'No click here', text: 'Clicks appear here once they are settled, some seconds after they came.' },
  none: {
    title: 'No click here',
    text: 'Clicks appear here once they are settled, some seconds after they came. An id is looked for in all days.',
  },
} satisfies Partial<ListSpec<AnyClick>>;

const ADVERTISER: ListSpec<BoughtClick> = {
  ...ROWS,
  name: 'advertiser-clicks',
  told: ['listAdvertiserClicks'],
  rows: BOUGHT.rows,
  choices: BOUGHT.choices,
  filters: [
    verdictFilter,
    choice('campaignId', 'Campaign', () => useQuery(listAdvertiserStatsFiltersCampaignsOptions()).data?.data),
    choice('siteId', 'Site', () => useQuery(listAdvertiserStatsFiltersSitesOptions()).data?.data),
    choice('country', 'Country', () => useQuery(listAdvertiserStatsFiltersCountriesOptions()).data?.data, {
      isText: true,
    }),
    choice('device', 'Device', () => useQuery(listAdvertiserStatsFiltersDeviceTypesOptions()).data?.data),
    {
      kind: 'chip',
      name: 'groupId',
      label: 'Group',
      useName: (id) => nameIn(useQuery(listAdvertiserStatsFiltersAdGroupsOptions(named(id))).data?.data, id),
    },
    {
      kind: 'chip',
      name: 'adId',
      label: 'Ad',
      useName: (id) => nameIn(useQuery(listAdvertiserStatsFiltersAdsOptions(named(id))).data?.data, id),
    },
    {
      kind: 'chip',
      name: 'blockId',
      label: 'Block',
      useName: (id) => nameIn(useQuery(listAdvertiserStatsFiltersBlocksOptions(named(id))).data?.data, id),
    },
  ],
  columns: [
    ...VERDICT,
    { id: 'cost', label: 'Cost', money: ({ cost }) => cost, decimals: DECIMALS },
    { id: 'conversions', label: 'Conversions', inUnit: true, cell: (click) => <Conversions click={click} /> },
    { id: 'goal', label: 'Goal', hidden: true, text: ({ told }) => listed(told.map(({ goal }) => goal)) },
    {
      id: 'transaction',
      label: 'Transaction',
      hidden: true,
      text: ({ told }) => listed(told.map((one) => one.transaction_id)),
    },
    { id: 'campaign', label: 'Campaign', text: ({ campaign }) => campaign.name },
    { id: 'ad', label: 'Ad', text: ({ ad }) => ad.name },
    { id: 'group', label: 'Group', hidden: true, text: ({ group }) => group.name },
    ...PLACE_AND_PERSON,
  ],
};

const WEBMASTER: ListSpec<SoldClick> = {
  ...ROWS,
  name: 'webmaster-clicks',
  told: ['listWebmasterClicks'],
  rows: SOLD.rows,
  choices: SOLD.choices,
  filters: [
    verdictFilter,
    choice('siteId', 'Site', () => useQuery(listWebmasterStatsFiltersSitesOptions()).data?.data),
    choice('blockId', 'Block', () => useQuery(listWebmasterStatsFiltersBlocksOptions()).data?.data),
    choice('country', 'Country', () => useQuery(listWebmasterStatsFiltersCountriesOptions()).data?.data, {
      isText: true,
    }),
    choice('device', 'Device', () => useQuery(listWebmasterStatsFiltersDeviceTypesOptions()).data?.data),
  ],
  columns: [
    ...VERDICT,
    { id: 'earning', label: 'Earning', money: ({ earning }) => earning, decimals: DECIMALS },
    ...PLACE_AND_PERSON,
  ],
};

function Clicks<Row extends AnyClick>({
  spec,
  file,
}: {
  spec: ListSpec<Row>;
  file(list: List): Promise<{ data: unknown; response: Response }>;
}) {
  const rows = useRows(spec);
  const save = async (all: boolean) => {
    const answer = await file(rows.list);
    const text = clicksOnScreen(await (answer.data as Blob).text(), spec, { all, visible: rows.list.state.columns });
    download({ ...answer, data: new Blob([text], { type: 'text/csv' }) }, 'clicks.csv');
  };
  return (
    <>
      <PageHead actions={<ColumnsMenu save={save} />} />
      <ListView spec={spec} {...rows} />
      <p className={styles.source}>
        <GeoSource />
      </p>
    </>
  );
}

/** The advertiser's clicks: what each cost, and what followed. */
export const AdvertiserClicks = () => <Clicks spec={ADVERTISER} file={BOUGHT.file} />;

/** The webmaster's clicks: what each earned. */
export const WebmasterClicks = () => <Clicks spec={WEBMASTER} file={SOLD.file} />;

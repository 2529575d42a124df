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
import { useUnit } from '~/app/queries';
import { formatAmount, formatNumber, formatTime } from '~/lib/format';
import { Badge, None } from '~/ui/marks';
import { PageHead } from '../frame/page-head';
import { ColumnsMenu } from '../list/columns-menu';
import { ListView } from '../list/list-view';
import type { ListColumn, ListFilter, ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { useRows } from '../list/use-rows';
import { GeoSource } from '../public/geo-source';
import styles from './clicks.module.css';
import { clicksOnScreen, verdictLabel } from './file';
import { BOUGHT, type BoughtClick, SOLD, type SoldClick } from './sides';

type AnyClick = BoughtClick | SoldClick;

/** Decimals of what one click costs. */
const DECIMALS = 4;

function Amount({ dollars }: { dollars: number }) {
  const unit = useUnit();
  return <>{formatAmount(dollars, unit, DECIMALS)}</>;
}

function Verdict({ click }: { click: AnyClick }) {
  const tone = click.verdict === 'valid' ? 'ok' : click.verdict === 'voided' ? 'bad' : 'warn';
  return (
    <span className={styles.verdict} title={click.reason}>
      <Badge tone={tone}>{verdictLabel(click.verdict)}</Badge>
      {click.verdict !== 'valid' && <span className="s12 t2">{click.reason}</span>}
    </span>
  );
}

const known = ({ name }: { name: string }) => (name === 'Unknown' ? null : name);

const before: ListColumn<AnyClick>[] = [
  { id: 'verdict', label: 'Verdict', cell: (click) => <Verdict click={click} /> },
];

const after: ListColumn<AnyClick>[] = [
  { id: 'site', label: 'Site', text: ({ site }) => site.name },
  { id: 'block', label: 'Block', text: ({ block }) => block.name },
  { id: 'country', label: 'Country', text: ({ country }) => known(country) },
  { id: 'region', label: 'Region', hidden: true, text: ({ region }) => known(region) },
  { id: 'city', label: 'City', hidden: true, text: ({ city }) => known(city) },
  { id: 'device', label: 'Device', text: ({ device }) => known(device) },
  { id: 'os', label: 'System', hidden: true, text: ({ os }) => os.name },
  { id: 'browser', label: 'Browser', hidden: true, text: ({ browser }) => browser.name },
  { id: 'isp', label: 'Network', hidden: true, text: ({ isp }) => known(isp) },
  { id: 'language', label: 'Language', hidden: true, text: ({ language }) => known(language) },
  { id: 'traffic_source', label: 'Traffic source', hidden: true, text: (click) => known(click.traffic_source) },
];

function Conversions({ click: { conversions } }: { click: BoughtClick }) {
  const { hold, approved, rejected, hold_money, approved_money, rejected_money } = conversions;
  const states = [
    [approved, 'approved', approved_money],
    [hold, 'on hold', hold_money],
    [rejected, 'rejected', rejected_money],
  ] as const;
  const some = states.filter(([count]) => count > 0);
  if (some.length === 0) return <None />;
  return (
    <>
      {some.map(([count, state, money], place) => (
        <span key={state}>
          {place > 0 && ', '}
          {formatNumber(count)} {state}, <Amount dollars={money} />
        </span>
      ))}
    </>
  );
}

/** What trackers told, each once and without what they left out. */
const listed = (words: readonly string[]) => [...new Set(words.filter(Boolean))].join(', ');

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
    ...before,
    { id: 'cost', label: 'Cost', align: 'right', inUnit: true, cell: ({ cost }) => <Amount dollars={cost} /> },
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
    ...after,
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
    ...before,
    {
      id: 'earning',
      label: 'Earning',
      align: 'right',
      inUnit: true,
      cell: (click) => <Amount dollars={click.earning} />,
    },
    ...after,
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

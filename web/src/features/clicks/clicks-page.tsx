import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '~/api/download';
import { listAdvertiserStatsFiltersCampaignsOptions, listWebmasterStatsFiltersSitesOptions } from '~/api/queries';
import type { StatsOptions } from '~/api/sdk';
import { VERDICT_LABELS, type VerdictName } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatNumber, formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { Badge, None } from '~/ui/marks';
import { toastError } from '~/ui/toast';
import { PageHead } from '../frame/page-head';
import { ListView } from '../list/list-view';
import type { ListColumn, ListFilter, ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { useRows } from '../list/use-rows';
import { GeoSource } from '../public/geo-source';
import styles from './clicks.module.css';
import { BOUGHT, type BoughtClick, SOLD, type SoldClick } from './sides';

type AnyClick = BoughtClick | SoldClick;

/** Decimals of what one click costs. */
const DECIMALS = 4;

function Amount({ dollars }: { dollars: number }) {
  const unit = useUnit();
  return <>{formatAmount(dollars, unit, DECIMALS)}</>;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const upperLabel = (name: string) => capital(VERDICT_LABELS[name as VerdictName] ?? name);

function Verdict({ click }: { click: AnyClick }) {
  const tone = click.verdict === 'valid' ? 'ok' : click.verdict === 'voided' ? 'bad' : 'warn';
  return (
    <span className={styles.verdict} title={click.reason}>
      <Badge tone={tone}>{upperLabel(click.verdict)}</Badge>
      {click.verdict !== 'valid' && <span className="s12 t2">{click.reason}</span>}
    </span>
  );
}

const unknown = (name: string) => (name === 'Unknown' ? <None /> : name);

const before: ListColumn<AnyClick>[] = [
  { id: 'verdict', label: 'Verdict', cell: (click) => <Verdict click={click} /> },
];

const after: ListColumn<AnyClick>[] = [
  { id: 'site', label: 'Site', cell: ({ site }) => site.name },
  { id: 'block', label: 'Block', cell: ({ block }) => block.name },
  { id: 'country', label: 'Country', cell: ({ country }) => unknown(country.name) },
  { id: 'region', label: 'Region', hidden: true, cell: ({ region }) => unknown(region.name) },
  { id: 'city', label: 'City', hidden: true, cell: ({ city }) => unknown(city.name) },
  { id: 'device', label: 'Device', cell: ({ device }) => unknown(device.name) },
  { id: 'os', label: 'System', hidden: true, cell: ({ os }) => os.name },
  { id: 'browser', label: 'Browser', hidden: true, cell: ({ browser }) => browser.name },
  { id: 'isp', label: 'Network', hidden: true, cell: ({ isp }) => unknown(isp.name) },
  { id: 'language', label: 'Language', hidden: true, cell: ({ language }) => unknown(language.name) },
  { id: 'traffic_source', label: 'Traffic source', hidden: true, cell: (click) => unknown(click.traffic_source.name) },
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

const verdictFilter: ListFilter = {
  kind: 'choice',
  name: 'verdict',
  isText: true,
  label: 'Verdict',
  any: 'Every verdict',
  searchable: true,
  useOptions: () => Object.keys(VERDICT_LABELS).map((value) => ({ value, label: upperLabel(value) })),
};

const choices = (answer: StatsOptions | undefined) =>
  (answer?.data ?? []).map(({ id, name }) => ({ value: id, label: name || id }));

const ROWS = {
  name: 'clicks',
  noun: ['click', 'clicks'],
  rowId: ({ click_id }: AnyClick) => click_id,
  rowName: ({ clicked_at }: AnyClick) => formatTime(clicked_at),
  dated: true,
  period: '7d',
  search: { label: 'Find a click', placeholder: 'Click id' },
  first: { title: 'No click here', text: 'Clicks appear here once they are settled, some seconds after they came.' },
  none: {
    title: 'No click here',
    text: 'Clicks appear here once they are settled, some seconds after they came. An id is looked for in all days.',
  },
} satisfies Partial<ListSpec<AnyClick>>;

const time = { id: 'time', label: 'Click', aside: ({ click_id }: AnyClick) => click_id };

const ADVERTISER: ListSpec<BoughtClick> = {
  ...ROWS,
  told: ['listAdvertiserClicks'],
  rows: BOUGHT.rows,
  choices: ['verdict', 'campaignId'],
  filters: [
    verdictFilter,
    {
      kind: 'choice',
      name: 'campaignId',
      label: 'Campaign',
      any: 'Every campaign',
      searchable: true,
      useOptions: () => choices(useQuery(listAdvertiserStatsFiltersCampaignsOptions()).data),
    },
  ],
  columns: [
    time,
    ...before,
    { id: 'cost', label: 'Cost', align: 'right', inUnit: true, cell: ({ cost }) => <Amount dollars={cost} /> },
    { id: 'conversions', label: 'Conversions', inUnit: true, cell: (click) => <Conversions click={click} /> },
    { id: 'campaign', label: 'Campaign', cell: ({ campaign }) => campaign.name },
    { id: 'ad', label: 'Ad', cell: ({ ad }) => ad.name },
    { id: 'group', label: 'Group', hidden: true, cell: ({ group }) => group.name },
    ...after,
  ],
};

const WEBMASTER: ListSpec<SoldClick> = {
  ...ROWS,
  told: ['listWebmasterClicks'],
  rows: SOLD.rows,
  choices: ['verdict', 'siteId'],
  filters: [
    verdictFilter,
    {
      kind: 'choice',
      name: 'siteId',
      label: 'Site',
      any: 'Every site',
      searchable: true,
      useOptions: () => choices(useQuery(listWebmasterStatsFiltersSitesOptions()).data),
    },
  ],
  columns: [
    time,
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
  label,
  file,
}: {
  spec: ListSpec<Row>;
  label: string;
  file(list: List): Promise<{ data: unknown; response: Response }>;
}) {
  const rows = useRows(spec);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(await file(rows.list), 'clicks.csv');
    } catch (error) {
      toastError('The file could not be made', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHead
        crumbs={[{ label }]}
        actions={
          <Button busy={busy} onClick={() => void save()}>
            <IconDownload size={16} aria-hidden />
            CSV
          </Button>
        }
      />
      <ListView spec={spec} {...rows} />
      <p className={styles.source}>
        <GeoSource />
      </p>
    </>
  );
}

/** The advertiser's clicks: what each cost, and what followed. */
export const AdvertiserClicks = () => <Clicks spec={ADVERTISER} label="Advertiser" file={BOUGHT.file} />;

/** The webmaster's clicks: what each earned. */
export const WebmasterClicks = () => <Clicks spec={WEBMASTER} label="Webmaster" file={SOLD.file} />;

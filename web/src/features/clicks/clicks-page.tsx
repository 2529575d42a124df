import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '~/api/download';
import { listAdvertiserStatsFiltersCampaignsOptions, listWebmasterStatsFiltersSitesOptions } from '~/api/queries';
import { VERDICT_LABELS, type VerdictName } from '~/api/words';
import { useUnit } from '~/app/queries';
import { capital, formatAmount, formatNumber, formatTime } from '~/lib/format';
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
  useOptions: () => Object.keys(VERDICT_LABELS).map((id) => ({ id, name: upperLabel(id) })),
};

const ROWS = {
  noun: ['click', 'clicks'],
  rowId: ({ click_id }: AnyClick) => click_id,
  rowName: ({ clicked_at }: AnyClick) => formatTime(clicked_at),
  named: { id: 'time', label: 'Click', aside: ({ click_id }) => click_id },
  dated: true,
  hasFile: true,
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
  choices: ['verdict', 'campaignId'],
  filters: [
    verdictFilter,
    {
      kind: 'choice',
      name: 'campaignId',
      label: 'Campaign',
      searchable: true,
      useOptions: () => useQuery(listAdvertiserStatsFiltersCampaignsOptions()).data?.data,
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
  choices: ['verdict', 'siteId'],
  filters: [
    verdictFilter,
    {
      kind: 'choice',
      name: 'siteId',
      label: 'Site',
      searchable: true,
      useOptions: () => useQuery(listWebmasterStatsFiltersSitesOptions()).data?.data,
    },
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
export const AdvertiserClicks = () => <Clicks spec={ADVERTISER} file={BOUGHT.file} />;

/** The webmaster's clicks: what each earned. */
export const WebmasterClicks = () => <Clicks spec={WEBMASTER} file={SOLD.file} />;

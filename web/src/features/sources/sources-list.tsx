import type { ReactNode } from 'react';
import { listSourceStatsOptions } from '~/api/queries';
import type { SourceRow, SourceStats } from '~/api/sdk';
import { type CurrencyUnit, formatAmount, formatNumber, formatSigned } from '~/lib/format';
import { wordOf } from '~/lib/list';
import type { ListColumn, ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { AgainstCell, CoefficientCell, InvalidCell, SourceState } from './source-cells';
import { sourceKey, sourceName, stateWords } from './source-words';

/** The tabs, in their order. */
export const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Shown there' },
  { value: 'coefficient', label: 'Own coefficient' },
  { value: 'dearer', label: 'Surely dearer' },
  { value: 'cheaper', label: 'Surely cheaper' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'allowed', label: 'Allowed' },
] as const;

/** What rows are of, in its order. */
export const LEVELS = [
  { value: 'site', label: 'Sites' },
  { value: 'block', label: 'Blocks' },
] as const;

/** The search. */
export const SEARCH = { label: 'Search sites and blocks', placeholder: 'Site, block or number' };

const valuesOf = <Value extends string>(words: readonly { value: Value }[]) => words.map(({ value }) => value);
const labelOf = (words: readonly { value: string; label: string }[], value: unknown) =>
  words.find((word) => word.value === value)?.label ?? '';

/** The tab and the level of a list of sources. */
export const chosenOf = ({ state: { chosen } }: Pick<List, 'state'>) => ({
  view: wordOf(valuesOf(VIEWS), chosen.view) ?? 'all',
  level: wordOf(valuesOf(LEVELS), chosen.level) ?? 'site',
});

/** The sources of a campaign, without their columns. */
export const sourcesList = (campaign: number): ListSpec<SourceRow> => ({
  name: 'sources',
  noun: ['source', 'sources'],
  told: ['listSourceStats'],
  rowId: sourceKey,
  rowName: sourceName,
  period: '7d',
  sort: 'money',
  choices: ['view', 'level'],
  rows: (list) => {
    const { view, level } = chosenOf(list);
    const { q, page, count, sort, dir } = list.state;
    return listSourceStatsOptions({
      path: { id: campaign },
      query: {
        level,
        page,
        count,
        searchPhrase: q.trim() || undefined,
        filters: { date_from: list.range.from, date_to: list.range.to, view },
        order_by: sort,
        order_direction: dir,
      },
    });
  },
  dated: true,
  search: SEARCH,
  filters: [
    { kind: 'chip', name: 'view', label: 'Tab', text: ({ view }) => labelOf(VIEWS, view) },
    { kind: 'chip', name: 'level', label: 'Rows', text: ({ level }) => labelOf(LEVELS, level) },
  ],
  first: {
    title: 'No source yet',
    text: 'Sites stand here once the campaign was shown on them. A list that you have already can be pasted.',
  },
});

const no = <span className="vh">no value</span>;
const shown = (value: number | null, text: (value: number) => ReactNode) => (value === null ? no : text(value));

/** The columns of a campaign's sources, on screen and in a file. */
export function sourceColumns(
  unit: CurrencyUnit,
  scale: number,
  stats: SourceStats | undefined,
  onCoefficient: (row: SourceRow, value: number) => Promise<boolean>,
): ListColumn<SourceRow>[] {
  const all = stats?.total.matching;
  const roi = (value: number | null) =>
    shown(value, (value) => <span className={value < 0 ? 'down' : 'up'}>{formatSigned(value, 1)}</span>);
  const multiple = (value: number | null) => shown(value, (value) => formatNumber(value, 2));
  return [
    {
      id: 'source',
      label: 'Site, block',
      sort: 'name',
      width: 200,
      cell: (row) => (row.block_id === null ? row.site_name : <span className="mono">#{row.block_id}</span>),
      csv: sourceName,
    },
    {
      id: 'site_id',
      label: 'Site, number',
      align: 'right',
      hidden: true,
      cell: (row) => <span className="mono">{row.site_id}</span>,
      csv: (row) => row.site_id,
    },
    {
      id: 'block_id',
      label: 'Block, number',
      align: 'right',
      hidden: true,
      cell: (row) => (row.block_id === null ? no : <span className="mono">{row.block_id}</span>),
      csv: (row) => row.block_id,
    },
    { id: 'state', label: 'State', cell: (row) => <SourceState row={row} />, csv: stateWords },
    // What is done here stays in sight where the figures do not all have room.
    {
      id: 'coefficient',
      label: 'Coefficient',
      sort: 'coefficient',
      width: 200,
      help: 'Multiplies the bid there: 0,2 to 9. Halves and doubles are the same distance on the slider.',
      cell: (row) => <CoefficientCell row={row} onSet={(value) => onCoefficient(row, value)} />,
      csv: (row) => row.coefficient_in_force,
    },
    {
      id: 'money',
      label: 'Spent',
      inUnit: true,
      sort: 'money',
      align: 'right',
      strong: true,
      cell: (row) => formatAmount(row.statistic.money, unit),
      csv: (row) => row.statistic.money,
      total: formatAmount(all?.money, unit),
    },
    {
      id: 'shows',
      label: 'Shows',
      sort: 'shows_count',
      align: 'right',
      hidden: true,
      cell: (row) => formatNumber(row.statistic.shows_count),
      csv: (row) => row.statistic.shows_count,
      total: formatNumber(all?.shows_count),
    },
    {
      id: 'clicks',
      label: 'Clicks',
      sort: 'clicks_count',
      align: 'right',
      cell: (row) => formatNumber(row.statistic.clicks_count),
      csv: (row) => row.statistic.clicks_count,
      total: formatNumber(all?.clicks_count),
    },
    {
      id: 'lead',
      label: 'Leads',
      sort: 'lead',
      align: 'right',
      cell: (row) => formatNumber(row.statistic.lead),
      csv: (row) => row.statistic.lead,
      total: formatNumber(all?.lead),
    },
    {
      id: 'cpl',
      label: 'CPL',
      inUnit: true,
      sort: 'cpl',
      align: 'right',
      help: 'Spent / leads',
      cell: (row) => shown(row.statistic.cpl, (cpl) => formatAmount(cpl, unit)),
      csv: (row) => row.statistic.cpl,
      total: shown(all?.cpl ?? null, (cpl) => formatAmount(cpl, unit)),
    },
    {
      id: 'against',
      label: '× mean',
      sort: 'against_mean',
      align: 'right',
      width: 196,
      help: "The cost of a lead as a multiple of the campaign's, on a scale of a quarter to four times. Coloured only where the whole interval is on one side.",
      cell: (row) => <AgainstCell row={row} />,
      csv: (row) => row.against_mean.ratio,
    },
    {
      id: 'against_low',
      label: '× mean, at least',
      align: 'right',
      hidden: true,
      help: 'The lower end of the interval that holds the truth in 95 of 100 cases.',
      cell: (row) => multiple(row.against_mean.low),
      csv: (row) => row.against_mean.low,
    },
    {
      id: 'against_high',
      label: '× mean, at most',
      align: 'right',
      hidden: true,
      help: 'The upper end of it; none while no lead came.',
      cell: (row) => multiple(row.against_mean.high),
      csv: (row) => row.against_mean.high,
    },
    {
      id: 'roi',
      label: 'ROI, %',
      sort: 'roi_percentage',
      align: 'right',
      help: '(Approved postback money - spent) / spent',
      cell: (row) => roi(row.statistic.roi_percentage),
      csv: (row) => row.statistic.roi_percentage,
      total: roi(all?.roi_percentage ?? null),
    },
    {
      id: 'invalid',
      label: 'Invalid, %',
      sort: 'invalid_percentage',
      align: 'right',
      help: 'Clicks that were not charged in a hundred',
      cell: (row) => <InvalidCell row={row} scale={scale} />,
      csv: (row) => row.invalid_percentage,
    },
  ];
}

import type { ReactNode } from 'react';
import type { SourceRow, SourceStats } from '~/api/sdk';
import { type CurrencyUnit, formatAmount, formatNumber, formatSigned } from '~/lib/format';
import { None } from '~/ui/marks';
import type { ListColumn } from '../list/spec';
import { AgainstCell, CoefficientCell, InvalidCell, SourceState } from './source-cells';
import { COEFFICIENT_RANGE, sourceName, stateWords } from './source-words';
import styles from './sources.module.css';
import type { SourceChanges } from './use-source-changes';

const shown = (value: number | null, text: (value: number) => ReactNode) => (value === null ? <None /> : text(value));

/** A number that a row has for who looks it up. */
const number = (id: string, label: string, of: (row: SourceRow) => number | null): ListColumn<SourceRow> => ({
  id,
  label,
  align: 'right',
  hidden: true,
  cell: (row) => shown(of(row), (value) => <span className="mono">{value}</span>),
  csv: of,
});

/** The columns of a campaign's sources, on screen and in a file. */
export function sourceColumns(
  unit: CurrencyUnit,
  scale: number,
  stats: SourceStats | undefined,
  { setCoefficient }: Pick<SourceChanges, 'setCoefficient'>,
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
      width: 160,
      cell: (row) =>
        row.block_id === null ? (
          <span className={styles.name} title={row.site_name}>
            {row.site_name}
          </span>
        ) : (
          <span className="mono">#{row.block_id}</span>
        ),
      csv: sourceName,
    },
    number('site_id', 'Site, number', (row) => row.site_id),
    number('block_id', 'Block, number', (row) => row.block_id),
    { id: 'state', label: 'State', cell: (row) => <SourceState row={row} />, csv: stateWords },
    // What is done here stays in sight where the figures do not all have room.
    {
      id: 'coefficient',
      label: 'Coefficient',
      sort: 'coefficient',
      width: 164,
      help: `Multiplies the bid there: ${COEFFICIENT_RANGE}. Halves and doubles are the same distance on the slider.`,
      cell: (row) => <CoefficientCell row={row} onSet={(value) => setCoefficient([row], value)} />,
      csv: (row) => row.coefficient_in_force,
    },
    {
      id: 'money',
      label: 'Spent',
      sort: 'money',
      strong: true,
      money: (row) => row.statistic.money,
      total: formatAmount(all?.money, unit),
    },
    {
      id: 'shows',
      label: 'Shows',
      sort: 'shows_count',
      hidden: true,
      count: (row) => row.statistic.shows_count,
      total: formatNumber(all?.shows_count),
    },
    {
      id: 'clicks',
      label: 'Clicks',
      sort: 'clicks_count',
      count: (row) => row.statistic.clicks_count,
      total: formatNumber(all?.clicks_count),
    },
    {
      id: 'lead',
      label: 'Leads',
      sort: 'lead',
      count: (row) => row.statistic.lead,
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
      width: 174,
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

import type { SourceRow, SourceStats } from '~/api/sdk';
import { type CurrencyUnit, formatAmount, formatNumber, formatSigned, unitSymbol } from '~/lib/format';
import type { TableColumn } from '~/ui/table-column';
import { AgainstCell, CoefficientCell, InvalidCell, SourceState } from './source-cells';

const no = <span className="vh">no value</span>;

/** The columns of a campaign's sources. */
export function sourceColumns(
  unit: CurrencyUnit,
  scale: number,
  stats: SourceStats | undefined,
  onCoefficient: (row: SourceRow, value: number) => Promise<boolean>,
): TableColumn<SourceRow>[] {
  const sign = unitSymbol(unit);
  const all = stats?.total.matching;
  const roi = (value: number | null) =>
    value === null ? no : <span className={value < 0 ? 'down' : 'up'}>{formatSigned(value, 1)}</span>;
  return [
    {
      id: 'source',
      label: 'Site, block',
      sort: 'name',
      width: 200,
      cell: (row) => (row.block_id === null ? row.site_name : <span className="mono">#{row.block_id}</span>),
    },
    { id: 'state', label: 'State', cell: (row) => <SourceState row={row} /> },
    // What is done here stays in sight where the figures do not all have room.
    {
      id: 'coefficient',
      label: 'Coefficient',
      sort: 'coefficient',
      width: 200,
      help: 'Multiplies the bid there: 0.2 to 9. Halves and doubles are the same distance on the slider.',
      cell: (row) => <CoefficientCell row={row} onSet={(value) => onCoefficient(row, value)} />,
    },
    {
      id: 'money',
      label: `Spent, ${sign}`,
      sort: 'money',
      align: 'right',
      strong: true,
      cell: (row) => formatAmount(row.statistic.money, unit),
      total: formatAmount(all?.money, unit),
    },
    {
      id: 'clicks',
      label: 'Clicks',
      sort: 'clicks_count',
      align: 'right',
      cell: (row) => formatNumber(row.statistic.clicks_count),
      total: formatNumber(all?.clicks_count),
    },
    {
      id: 'lead',
      label: 'Leads',
      sort: 'lead',
      align: 'right',
      cell: (row) => formatNumber(row.statistic.lead),
      total: formatNumber(all?.lead),
    },
    {
      id: 'cpl',
      label: `CPL, ${sign}`,
      sort: 'cpl',
      align: 'right',
      help: 'Spent / leads',
      cell: (row) => (row.statistic.cpl === null ? no : formatAmount(row.statistic.cpl, unit)),
      total: all?.cpl == null ? no : formatAmount(all.cpl, unit),
    },
    {
      id: 'against',
      label: '× mean',
      sort: 'against_mean',
      align: 'right',
      width: 196,
      help: "The cost of a lead as a multiple of the campaign's, on a scale of a quarter to four times. Coloured only where the whole interval is on one side.",
      cell: (row) => <AgainstCell row={row} />,
    },
    {
      id: 'roi',
      label: 'ROI, %',
      sort: 'roi_percentage',
      align: 'right',
      help: '(Approved postback money - spent) / spent',
      cell: (row) => roi(row.statistic.roi_percentage),
      total: roi(all?.roi_percentage ?? null),
    },
    {
      id: 'invalid',
      label: 'Invalid, %',
      sort: 'invalid_percentage',
      align: 'right',
      help: 'Clicks that were not charged in a hundred',
      cell: (row) => <InvalidCell row={row} scale={scale} />,
    },
  ];
}

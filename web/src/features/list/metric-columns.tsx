import type { Metrics } from '~/api/types';
import type { CurrencyUnit } from '~/lib/format';
import { hasData, type Metric, type MetricSide, metricCell, metricHeading, metricsOf } from '~/lib/metrics';
import { cx } from '~/ui/classes';
import type { TableColumn } from '~/ui/data-table';
import { None } from '~/ui/marks';

/** A metric in a cell; a dash for no data; signed metrics are coloured where their sign is good or bad. */
export function MetricValue({
  metric,
  value,
  unit,
}: {
  metric: Metric;
  value: number | null | undefined;
  unit: CurrencyUnit;
}) {
  if (value === null || value === undefined) return <None />;
  const text = metricCell(metric, value, unit);
  if (!metric.signed || value === 0) return <>{text}</>;
  return <span className={cx(value > 0 ? 'up' : 'down')}>{text}</span>;
}

/** The statistics columns of a list. `shown` are those shown by default, `strong` is set in bold. */
export function metricColumns<Row extends { statistic?: Metrics | null }>({
  side,
  unit,
  shown,
  strong,
  totals,
  sortable,
}: {
  side: MetricSide;
  unit: CurrencyUnit;
  shown: readonly string[];
  strong?: string;
  totals: Metrics | null | undefined;
  /** Keys by which the server can sort; the others' headings only explain. */
  sortable?: readonly string[];
}): TableColumn<Row>[] {
  return metricsOf(side).map((metric) => ({
    id: metric.key,
    label: metricHeading(metric, unit),
    align: 'right',
    help: metric.help,
    hidden: !shown.includes(metric.key),
    strong: metric.key === strong,
    ...(sortable && !sortable.includes(metric.key) ? {} : { sort: metric.key }),
    cell: (row) => (
      <MetricValue metric={metric} value={hasData(row.statistic) ? row.statistic?.[metric.key] : null} unit={unit} />
    ),
    total: <MetricValue metric={metric} value={hasData(totals) ? totals?.[metric.key] : null} unit={unit} />,
  }));
}

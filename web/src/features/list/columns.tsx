import { Link } from '@tanstack/react-router';
import type { Metrics } from '~/api/types';
import { type CurrencyUnit, unitSymbol } from '~/lib/format';
import { hasData, type Metric, metricCell, metricHeading, metricsOf } from '~/lib/metrics';
import { cx } from '~/ui/classes';
import { None } from '~/ui/marks';
import type { TableColumn } from '~/ui/table-column';
import { SIDES } from '../statistics/sides';
import styles from './list.module.css';
import type { ListColumn, ListSpec, MetricColumns, NameColumn } from './spec';
import { type Act, idOfRow } from './use-changes';
import { type Wished, WishSwitch } from './wish';

/** A metric in a cell; a dash for no data; signed metrics are coloured where their sign is good or bad. */
function MetricValue({
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

/** Whether a row has figures is for it to say. */
type Counted = { statistic?: Metrics | null };

function metricColumns<Row extends object>(
  { side, shown }: MetricColumns,
  unit: CurrencyUnit,
  totals: Metrics | null | undefined,
): TableColumn<Row>[] {
  return metricsOf(side).map((metric) => ({
    id: metric.key,
    label: metricHeading(metric, unit),
    align: 'right',
    help: metric.help,
    hidden: !shown.includes(metric.key),
    strong: metric.key === SIDES[side].strong,
    sort: metric.key,
    cell: (row) => {
      const { statistic } = row as Counted;
      return <MetricValue metric={metric} value={hasData(statistic) ? statistic?.[metric.key] : null} unit={unit} />;
    },
    total: <MetricValue metric={metric} value={hasData(totals) ? totals?.[metric.key] : null} unit={unit} />,
  }));
}

function nameColumn<Row extends object>(
  spec: ListSpec<Row>,
  { id = 'name', label, sort, link, mark, aside }: NameColumn<Row>,
  act: Act<Row>,
): TableColumn<Row> {
  return {
    id,
    label,
    ...(sort ? { sort } : {}),
    cell: (row) => {
      const name = spec.rowName(row);
      return (
        <span className={cx(styles.name, mark && styles.marked)}>
          {spec.wish && <WishSwitch of={spec as Wished<Row>} row={row} act={act} />}
          {mark?.(row)}
          {link ? (
            <Link {...link(row)} title={name}>
              {name}
            </Link>
          ) : (
            <span className={styles.text}>{name}</span>
          )}
          <span className={`${styles.id} mono t3`}>{aside ? aside(row) : idOfRow(spec, row)}</span>
        </span>
      );
    },
  };
}

/** The columns of a list's table. */
export function columnsOf<Row extends object>(
  spec: ListSpec<Row>,
  {
    unit,
    stats,
    totals,
    act,
  }: { unit: CurrencyUnit; stats: boolean; totals: Metrics | null | undefined; act: Act<Row> },
): TableColumn<Row>[] {
  return (spec.columns ?? []).flatMap((column): TableColumn<Row>[] => {
    if (column === 'metrics') return stats && spec.metrics ? metricColumns(spec.metrics, unit, totals) : [];
    if (!isPlain(column)) return [nameColumn(spec, column, act)];
    return [column.inUnit ? { ...column, label: `${column.label}, ${unitSymbol(unit)}` } : column];
  });
}

const isPlain = <Row,>(column: ListColumn<Row> | NameColumn<Row>): column is ListColumn<Row> => 'cell' in column;

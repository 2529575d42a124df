import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Metrics } from '~/api/types';
import { formatAgo } from '~/lib/ago';
import { type CurrencyUnit, formatAmount, formatDate, formatNumber, NO_DATA, unitSymbol } from '~/lib/format';
import { hasData, type Metric, metricCell, metricHeading, metricsFrom, strongOf } from '~/lib/metrics';
import { cx } from '~/ui/classes';
import { None, Tag } from '~/ui/marks';
import type { TableColumn } from '~/ui/table-column';
import { isHidden } from './hidden';
import styles from './list.module.css';
import { idOfRow } from './row-key';
import type { ListColumn, ListSpec, MetricColumns, NameColumn } from './spec';
import type { Act } from './use-changes';
import { type Wished, WishStatus, WishSwitch } from './wish';

/** A metric in a cell, nothing where there is none; signed metrics are coloured where their sign is good or bad. */
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
  { side, shown, labels }: MetricColumns,
  unit: CurrencyUnit,
  totals: Metrics | null | undefined,
): TableColumn<Row>[] {
  return metricsFrom(side, shown, labels).map((metric) => ({
    id: metric.key,
    label: metricHeading(metric, unit),
    align: 'right',
    help: metric.help,
    hidden: !shown.includes(metric.key),
    strong: metric.key === strongOf(side),
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
  { id = 'name', label, sort, opens, beside, mark, aside }: NameColumn<Row>,
  act: Act<Row>,
): TableColumn<Row> {
  return {
    id,
    label,
    ...(sort ? { sort } : {}),
    cell: (row) => {
      const name = spec.rowName(row);
      const beyond = aside ? aside(row) : idOfRow(spec, row);
      return (
        <span className={cx(styles.name, mark && styles.marked)}>
          {spec.wish && <WishSwitch of={spec as Wished<Row>} row={row} act={act} />}
          {mark?.(row)}
          {opens ? (
            <Link {...opens(row)} title={name}>
              {name}
            </Link>
          ) : beside ? (
            <button
              type="button"
              className={styles.opener}
              aria-expanded={beside.isOpen(row)}
              title={beside.title?.(row) ?? name}
              onClick={() => beside.open(row)}
            >
              <span className={styles.text}>{name}</span>
            </button>
          ) : (
            <span className={styles.text} title={name}>
              {name}
            </span>
          )}
          <span className={cx(styles.id, isNumber(beyond) && styles.number, 'mono t3')}>{beyond}</span>
        </span>
      );
    },
  };
}

/** Whether a row is known by a plain number, which a phone leaves out: the name says which row it is. */
const isNumber = (beyond: ReactNode) =>
  typeof beyond === 'number' || (typeof beyond === 'string' && /^\d+$/.test(beyond));

/** Whether nothing is shown; what formats a value says so by a dash. */
const isNothing = (shown: ReactNode) => shown === null || shown === undefined || shown === '' || shown === NO_DATA;

/** What the cells of a column show. */
function cellOf<Row>(column: ListColumn<Row>, unit: CurrencyUnit): TableColumn<Row>['cell'] {
  if ('cell' in column) return (row) => or(column.cell(row));
  if ('tags' in column) {
    return (row) => {
      const tags = column.tags(row);
      if (tags.length === 0) return <None />;
      return (
        <span className={styles.tags}>
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      );
    };
  }
  if ('code' in column) {
    const { code, leads } = column;
    return (row) => {
      const shown = code(row);
      if (isNothing(shown)) return <None />;
      const href = leads?.(row);
      return href ? (
        <a className="link mono" href={href} target="_blank" rel="noreferrer">
          {shown}
        </a>
      ) : (
        <span className="mono">{shown}</span>
      );
    };
  }
  if ('count' in column) {
    return (row) => or(ifGiven(column.count(row), (value) => formatNumber(value, column.decimals)));
  }
  if ('day' in column) return (row) => or(ifGiven(column.day(row), formatDate));
  if ('ago' in column) return (row) => or(ifGiven(column.ago(row), (time) => formatAgo(time, Date.now())));
  if ('money' in column) {
    const { money, decimals = 2 } = column;
    return (row) => or(ifGiven(money(row), (dollars) => formatAmount(dollars, unit, decimals)));
  }
  const { text, opens, quiet, yields } = column;
  return (row) => {
    const shown = text(row);
    if (isNothing(shown)) return <None />;
    const to = opens?.(row);
    const look = {
      className: cx(styles.cell, yields && styles.yields, quiet && 't2', to && 'quiet'),
      title: String(shown),
    };
    return to ? (
      <Link {...to} {...look}>
        {shown}
      </Link>
    ) : (
      <span {...look}>{shown}</span>
    );
  };
}

const or = (shown: ReactNode): ReactNode => (isNothing(shown) ? <None /> : shown);
const ifGiven = <Value,>(value: Value | null | undefined, format: (value: Value) => string) =>
  value === null || value === undefined || value === '' ? null : format(value);

/** The columns of a list's table. */
export function columnsOf<Row extends object>(
  spec: ListSpec<Row>,
  {
    unit,
    stats,
    totals,
    act,
    asGod,
  }: { unit: CurrencyUnit; stats: boolean; totals: Metrics | null | undefined; act: Act<Row>; asGod: boolean },
): TableColumn<Row>[] {
  const first = spec.named ? [nameColumn(spec, spec.named, act)] : [];
  const others = (spec.columns ?? []).flatMap((column): TableColumn<Row>[] => {
    if (column === 'metrics') return stats && spec.metrics ? metricColumns(spec.metrics, unit, totals) : [];
    const { god, inUnit, totalOf, withoutFigures: _, ...plain } = column;
    if (god && !asGod) return [];
    const isMoney = 'money' in column;
    const isRight = isMoney || 'count' in column || 'day' in column || 'ago' in column;
    const label = inUnit || isMoney ? `${column.label}, ${unitSymbol(unit)}` : column.label;
    const cell = cellOf(column, unit);
    const total = totals && totalOf?.(totals);
    return [
      {
        ...(isRight ? RIGHT : {}),
        ...plain,
        hidden: isHidden(column, stats),
        ...(total !== undefined && { total }),
        label,
        cell: column.id === 'status' ? wishCell(spec, cell) : cell,
      },
    ];
  });
  return [...first, ...others];
}

/** The cell of the status tells a wish that is under way. */
const wishCell = <Row extends object>(spec: ListSpec<Row>, cell: TableColumn<Row>['cell']): TableColumn<Row>['cell'] =>
  spec.wish
    ? (row) => (
        <WishStatus of={spec as Wished<Row>} row={row}>
          {cell(row)}
        </WishStatus>
      )
    : cell;

const RIGHT = { align: 'right' } as const;

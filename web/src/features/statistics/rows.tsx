import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useUnit } from '~/app/queries';
import { formatDate, formatNumber } from '~/lib/format';
import { type Metric, metricCell, metricHeading, metricsFrom, strongOf } from '~/lib/metrics';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { ColumnChooser } from '~/ui/column-chooser';
import { Segmented } from '~/ui/controls';
import { DataTable } from '~/ui/data-table';
import { Flag } from '~/ui/flag';
import { None } from '~/ui/marks';
import { Pager } from '~/ui/pager';
import { RowMenu } from '~/ui/row-menu';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { usePageThatIs } from '../list/use-page-that-is';
import type { StatAnswer, StatRow } from './asking';
import { isTime } from './dimensions';
import { Levels } from './filters';
import { type Line, linesOf, openInSight } from './lines';
import { dimensionLabel, narrowed, rowsQuestion } from './question';
import { SIDES, statisticsQuery } from './sides';
import styles from './statistics.module.css';
import type { Statistics } from './use-statistics';

/** Page sizes of the report; 0 is all. */
const SIZES = [10, 20, 50, 100, 250, 500, 0] as const;

const nameOfRow = (row: StatRow): string => {
  if (row.level === 'hour') return `${formatDate(row.id)}, ${row.id.slice(11)}:00`;
  if (row.level === 'date' || row.level === 'week') return formatDate(row.id);
  return row.name || (row.id === '0' ? 'None' : row.id);
};

const showsId = (level: string) => ['campaign', 'group', 'ad', 'site', 'block'].includes(level);

/** What is said in place of rows below an opened one. */
function Missing({ line: { note } }: { line: Line }) {
  if (!note || note.kind === 'wait') return <Skeleton width={120} />;
  if (note.kind === 'more') {
    return <span className="t2">And {formatNumber(note.count)} more. The CSV has all of them.</span>;
  }
  return (
    <span className="row">
      <span className="down">These rows did not load.</span>
      <button type="button" className="link" onClick={note.again}>
        Try again
      </button>
    </span>
  );
}

/** The table: rows open into the next level, which is asked for then. */
export function Rows({ statistics, onNames }: { statistics: Statistics; onNames(answer: StatAnswer): void }) {
  const { state, side, range, set, setFilters } = statistics;
  const unit = useUnit();
  const [opened, setOpened] = useState<Record<string, Line>>({});
  const top = useQuery(statisticsQuery(side, rowsQuestion(state, range, 0, {})));
  const openLines = openInSight(top.data?.result ?? [], opened, state.levels.length);
  const below = useQueries({
    queries: openLines.map((line) => statisticsQuery(side, rowsQuestion(state, range, line.depth + 1, line.parents))),
  });
  const pages = top.isPlaceholderData ? undefined : top.data?.pagination;
  const isBeyond = usePageThatIs(
    state.page,
    pages,
    useCallback((page, replace) => set({ page }, replace), [set]),
  );
  useEffect(() => {
    if (top.data) onNames(top.data);
  }, [top.data, onNames]);

  const lines = useMemo(
    () =>
      linesOf(
        top.data?.result ?? [],
        new Map(openLines.flatMap((line, at) => (below[at] ? [[line.key, below[at]]] : []))),
      ),
    [top.data, openLines, below],
  );

  const columns = useMemo<TableColumn<Line>[]>(() => {
    const cell = (metric: Metric) => (line: Line) => {
      if (!line.row) return line.note?.kind === 'wait' ? <Skeleton width={48} /> : null;
      const value = line.row[metric.key];
      return typeof value === 'number' ? metricCell(metric, value, unit) : <None />;
    };
    const totals = top.data?.total_result;
    const { shown } = SIDES[side];
    return [
      {
        id: 'name',
        label: state.levels
          .map((level) => dimensionLabel(level, side))
          .join(', ')
          .replace(/, (.*)/, (rest) => rest.toLowerCase()),
        width: 260,
        sort: state.levels[0] ?? 'date',
        cell: (line) =>
          line.row ? (
            <span className={cx('row ell', styles.name)} title={nameOfRow(line.row)}>
              {line.row.level === 'country' && <Flag code={line.row.id} className={styles.flag} />}
              <span className="ell">{nameOfRow(line.row)}</span>
              {showsId(line.row.level) && <span className="mono t3">{line.row.id}</span>}
            </span>
          ) : (
            <Missing line={line} />
          ),
      },
      ...metricsFrom(side, shown).map(
        (metric): TableColumn<Line> => ({
          id: metric.key,
          label: metricHeading(metric, unit),
          align: 'right',
          help: metric.help,
          sort: metric.key,
          hidden: !shown.includes(metric.key),
          cell: cell(metric),
          total: totals ? metricCell(metric, totals[metric.key], unit) : undefined,
          strong: metric.key === strongOf(side),
        }),
      ),
    ];
  }, [side, state.levels, unit, top.data]);

  const filterBy = ({ level, id }: StatRow, not: boolean) => setFilters(narrowed(state.filters, level, id, not));
  const pagination = top.data?.pagination;

  if (top.isError && !top.data) return <ErrorPanel title="The report could not be loaded" of={top} />;
  return (
    <section aria-label="Rows">
      <div className={styles.toolbar}>
        <Levels statistics={statistics} />
        <div className="row wrap">
          <Segmented
            label="Height of rows"
            value={state.compact ? 'compact' : 'normal'}
            onChange={(height) => set({ compact: height === 'compact' })}
            options={[
              { value: 'normal', label: 'Normal' },
              { value: 'compact', label: 'Compact' },
            ]}
          />
          <ColumnChooser
            columns={columns}
            visible={state.columns}
            onChange={(visible) => set({ cols: visible?.join('.') })}
          />
        </div>
      </div>
      <DataTable
        label="Statistics"
        columns={columns}
        rows={lines}
        rowId={(line) => line.key}
        rowName={(line) => (line.row ? nameOfRow(line.row) : '')}
        visible={state.columns}
        sort={{ by: state.sort, direction: state.dir }}
        onSort={(sort) => set({ sort: sort.by, dir: sort.direction })}
        totalLabel={pagination ? `Total, ${pagination.total} ${pagination.total === 1 ? 'row' : 'rows'}` : 'Total'}
        compact={state.compact}
        loading={top.isPending || isBeyond || (top.isPlaceholderData && lines.length === 0)}
        stale={top.isPlaceholderData}
        tree={{
          children: (line) => line.children,
          canOpen: (line) => line.row !== null && line.depth + 1 < state.levels.length,
          opened: Object.fromEntries(Object.keys(opened).map((key) => [key, true])),
          onOpen: (line, open) =>
            setOpened((before) => {
              const { [line.key]: _, ...others } = before;
              return open ? { ...others, [line.key]: line } : others;
            }),
          name: (line) => (line.row ? nameOfRow(line.row) : ''),
        }}
        menu={(line) =>
          line.row && !isTime(line.row.level) ? (
            <RowMenu
              name={nameOfRow(line.row)}
              actions={[
                {
                  label: 'Only this',
                  icon: <IconFilter size={14} aria-hidden />,
                  onClick: () => line.row && filterBy(line.row, false),
                },
                !SIDES[side].isOnly && {
                  label: 'Without this',
                  icon: <IconFilterOff size={14} aria-hidden />,
                  onClick: () => line.row && filterBy(line.row, true),
                },
              ]}
            />
          ) : null
        }
        empty={
          <Empty
            title="Nothing in this period"
            actions={
              <>
                <Button variant="ink" onClick={() => set({ period: '30d' })}>
                  Show the last 30 days
                </Button>
                {state.filters.length > 0 && <Button onClick={() => setFilters([])}>Remove the filters</Button>}
              </>
            }
          >
            No show and no click falls into these days{state.filters.length > 0 ? ' with these filters' : ''}.
          </Empty>
        }
      />
      <Pager
        of={pagination}
        sizes={SIZES}
        count={state.count}
        onPage={(page) => set({ page })}
        onCount={(count) => set({ count })}
      />
    </section>
  );
}

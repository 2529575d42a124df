import { useMediaQuery } from '@mantine/hooks';
import {
  type ColumnDef,
  columnVisibilityFeature,
  createExpandedRowModel,
  metaHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, Fragment, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { cx } from './classes';
import styles from './data-table.module.css';
import { late } from './late';
import { defaultColumns, type MeasuredRow, type TableColumn, type TableSort, type TableTree } from './table-column';
import { TableHead } from './table-head';
import { BelowRow, SkeletonRows, TableRow, TotalRow } from './table-rows';
import { useEdges } from './use-edges';

// Few lists are that long: what draws only the rows in sight comes with the first of them.
const VirtualRows = late(() => import('./virtual-rows'));

/** Everything that a table needs; it holds no state of its own beside scrolling. */
export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId(row: Row): string;
  /** Names a row for screen readers, where it can be selected. */
  rowName?(row: Row): string;
  /** Ids of the columns to show; the first column always is. Null for the default ones. */
  visible?: readonly string[] | null;
  sort?: TableSort | undefined;
  onSort?(sort: TableSort): void;
  selected?: ReadonlySet<string>;
  onSelect?(selected: ReadonlySet<string>): void;
  /** Shows the totals row under this name. */
  totalLabel?: ReactNode;
  /** The menu at the end of each row. */
  menu?(row: Row): ReactNode;
  /** Whether a row is the one of which more is shown beside the table. */
  isCurrent?(row: Row): boolean;
  tree?: TableTree<Row>;
  compact?: boolean;
  /** First load: skeletons. */
  loading?: boolean;
  /** Old rows stand while new ones come. */
  stale?: boolean;
  skeletonRows?: number;
  empty?: ReactNode;
  /** CSS height at which the table scrolls in itself; `none` for never. */
  maxHeight?: string;
}

const features = tableFeatures({
  rowExpandingFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  expandedRowModel: createExpandedRowModel(),
  columnMeta: metaHelper<{ column: TableColumn<unknown> }>(),
});

/** On a phone: the name, what belongs near it, what is set in bold, then the rest as it stands. */
const rank = <Row,>(column: TableColumn<Row>, all: readonly TableColumn<Row>[]): number =>
  column === all[0] ? 0 : column.near ? 1 : column.strong ? 2 : 3;

/** Rows from which only those in sight are drawn. */
const VIRTUAL_FROM = 80;
const ROW_PX = 36;
const COMPACT_ROW_PX = 28;

/** The shared table of every list and report. */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowId,
  rowName,
  visible = null,
  sort,
  onSort,
  selected,
  onSelect,
  totalLabel,
  menu,
  isCurrent,
  tree,
  compact = false,
  loading = false,
  stale = false,
  skeletonRows = 8,
  empty,
  maxHeight,
}: DataTableProps<Row>) {
  const wrap = useRef<HTMLDivElement>(null);
  const lastPicked = useRef<string | null>(null);
  const edges = useEdges(wrap);
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map((column) => ({ id: column.id, meta: { column: column as TableColumn<unknown> } })),
    [columns],
  );
  const visibility = useMemo(() => {
    const shown = new Set(visible ?? defaultColumns(columns));
    return Object.fromEntries(columns.map((column, index) => [column.id, index === 0 || shown.has(column.id)]));
  }, [columns, visible]);
  const selection = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])),
    [selected],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    getSubRows: (row) => tree?.children(row) as Row[] | undefined,
    getRowCanExpand: (row) => tree?.canOpen(row.original) ?? false,
    autoResetExpanded: false,
    enableSubRowSelection: false,
    state: { columnVisibility: visibility, rowSelection: selection, expanded: tree?.opened ?? {} },
  });
  const isNarrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false }) ?? false;
  const own = table.getVisibleLeafColumns().flatMap((column) => {
    const found = columns.find((candidate) => candidate.id === column.id);
    return found ? [found] : [];
  });
  // What a list is read for stands beside the name where there is room for little else.
  const shown = isNarrow ? own.toSorted((a, b) => rank(a, own) - rank(b, own)) : own;
  const lines = table.getRowModel().rows;
  // What stands below opened rows is of any height: then all rows are drawn.
  const isLong = lines.length > VIRTUAL_FROM;
  const isVirtual = isLong && !(tree?.below && lines.some(({ id }) => tree.opened[id]));
  const height = compact ? COMPACT_ROW_PX : ROW_PX;
  // The heading is the first row, the total the last one.
  const rowCount = lines.length + 1 + Number(totalLabel !== undefined);
  const canSelect = Boolean(onSelect && selected);
  // What stands near the name and what is set in bold are both seen on a phone: the name has less room for that.
  const hasBoth = shown.some((column) => column.near) && shown.some((column) => column.strong);
  const hasMenu = Boolean(menu);
  const shape = { columns: shown, canSelect, hasMenu };
  const columnCount = shown.length + Number(canSelect) + Number(hasMenu);
  const style = maxHeight ? ({ '--table-height': maxHeight } as CSSProperties) : undefined;
  const isEmpty = !loading && rows.length === 0;

  const pick = (id: string, on: boolean, range: boolean) => {
    const next = new Set(selected);
    const ids = lines.filter((line) => line.depth === 0).map((line) => line.id);
    const from = range && lastPicked.current ? ids.indexOf(lastPicked.current) : -1;
    const to = ids.indexOf(id);
    const picked = from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    for (const one of picked) {
      if (on) next.add(one);
      else next.delete(one);
    }
    lastPicked.current = id;
    onSelect?.(next);
  };
  const isOn = rows.length > 0 && rows.every((row) => selected?.has(rowId(row)));
  const all = {
    isOn,
    isMixed: !isOn && rows.some((row) => selected?.has(rowId(row))),
    isEmpty: rows.length === 0,
    onChange: () => onSelect?.(new Set(isOn ? [] : rows.map(rowId))),
  };

  const draw = (index: number, measured?: MeasuredRow) => {
    const line = lines[index];
    return (
      line && (
        <Fragment key={line.id}>
          <TableRow
            index={isVirtual ? index + 2 : undefined}
            measured={measured}
            columns={shown}
            row={line.original}
            id={line.id}
            depth={line.depth}
            name={rowName?.(line.original) ?? line.id}
            selected={canSelect ? (selected?.has(line.id) ?? false) : undefined}
            onPick={(on, isRange) => pick(line.id, on, isRange)}
            menu={menu}
            isCurrent={isCurrent?.(line.original) ?? false}
            tree={tree}
          />
          {tree?.below && tree.opened[line.id] && (
            <BelowRow columns={columnCount}>{tree.below(line.original)}</BelowRow>
          )}
        </Fragment>
      )
    );
  };
  const drawTo = (end: number) => lines.slice(0, end).map((_, index) => draw(index));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a section may not scroll and take focus
    <div
      ref={wrap}
      className={cx(styles.wrap, styles.bleed)}
      style={style}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table
        className={cx(
          styles.table,
          compact && styles.compact,
          canSelect && styles.selectable,
          hasBoth && styles.both,
          edges.left && styles.scrolled,
          edges.right && (hasMenu ? styles.more : styles.cut),
          stale && styles.stale,
        )}
        aria-busy={loading || stale || undefined}
        aria-rowcount={isVirtual ? rowCount : undefined}
      >
        <TableHead
          columns={shown}
          sort={sort}
          onSort={onSort}
          all={canSelect ? all : undefined}
          hasMenu={hasMenu}
          index={isVirtual ? 1 : undefined}
        />
        <tbody>
          {loading && <SkeletonRows {...shape} count={skeletonRows} />}
          {!loading && isLong && (
            <Suspense fallback={drawTo(isVirtual ? VIRTUAL_FROM : lines.length)}>
              <VirtualRows
                scrolls={wrap}
                ids={lines.map(({ id }) => id)}
                rowHeight={height + 1}
                columns={columnCount}
                all={!isVirtual}
                draw={draw}
              />
            </Suspense>
          )}
          {!loading && !isLong && drawTo(lines.length)}
        </tbody>
        {totalLabel !== undefined && rows.length > 0 && !loading && (
          <TotalRow {...shape} label={totalLabel} index={isVirtual ? rowCount : undefined} />
        )}
      </table>
      {isEmpty && <div className={styles.empty}>{empty}</div>}
      {loading && (
        <p className="vh" role="status">
          Loading: {label}
        </p>
      )}
    </div>
  );
}

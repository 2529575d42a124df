import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
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
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { cx } from './classes';
import { Checkbox } from './controls';
import styles from './data-table.module.css';
import { Skeleton } from './states';

/** A column of a table. The first one of the list names the row and stays in sight. */
export interface TableColumn<Row> {
  id: string;
  /** The heading; a unit belongs into it: "Spent, $". */
  label: string;
  cell(row: Row): ReactNode;
  /** What the totals row shows. */
  total?: ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Explains the heading: the formula of a metric. */
  help?: string;
  /** The server's name for sorting by it; absent when it cannot. */
  sort?: string;
  strong?: boolean;
  /** Least width in pixels. */
  width?: number;
  /** Not shown until chosen. */
  hidden?: boolean;
}

/** The order of the rows. */
export interface TableSort {
  by: string;
  direction: 'asc' | 'desc';
}

/** Rows that open into rows of the next level. Children that are not there yet are the caller's to load. */
export interface TableTree<Row> {
  children(row: Row): readonly Row[] | undefined;
  canOpen(row: Row): boolean;
  opened: Readonly<Record<string, boolean>>;
  onOpen(row: Row, open: boolean): void;
  /** Names the opener for screen readers. */
  name(row: Row): string;
}

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

/** Rows from which only those in sight are drawn. */
const VIRTUAL_FROM = 80;
const ROW_PX = 36;
const COMPACT_ROW_PX = 28;

/** The columns shown by default. */
export function defaultColumns<Row>(columns: readonly TableColumn<Row>[]): string[] {
  return columns.filter((column) => !column.hidden).map((column) => column.id);
}

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
  const [scrolled, setScrolled] = useState(false);
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
  const shown = table.getVisibleLeafColumns().flatMap((column) => {
    const own = columns.find((candidate) => candidate.id === column.id);
    return own ? [own] : [];
  });
  const lines = table.getRowModel().rows;
  const isVirtual = lines.length > VIRTUAL_FROM;
  const height = compact ? COMPACT_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: isVirtual ? lines.length : 0,
    getScrollElement: () => wrap.current,
    estimateSize: () => height + 1,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 12,
  });
  const items = isVirtual ? virtual.getVirtualItems() : [];
  const before = items[0]?.start ?? 0;
  const after = items.length ? virtual.getTotalSize() - (items[items.length - 1]?.end ?? 0) : 0;
  const drawn = isVirtual ? items.flatMap((item) => lines[item.index] ?? []) : lines;
  const canSelect = Boolean(onSelect && selected);
  const columnCount = shown.length + (canSelect ? 1 : 0) + (menu ? 1 : 0);
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
  const all = rows.length > 0 && rows.every((row) => selected?.has(rowId(row)));
  const some = !all && rows.some((row) => selected?.has(rowId(row)));

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
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 0)}
    >
      <table
        className={cx(
          styles.table,
          compact && styles.compact,
          canSelect && styles.selectable,
          scrolled && styles.scrolled,
          stale && styles.stale,
        )}
        aria-busy={loading || stale || undefined}
        aria-rowcount={isVirtual ? lines.length + 1 : undefined}
      >
        <thead>
          <tr>
            {canSelect && (
              <th className={styles.select} scope="col">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={all}
                  mixed={some}
                  disabled={rows.length === 0}
                  onChange={() => onSelect?.(new Set(all ? [] : rows.map(rowId)))}
                />
              </th>
            )}
            {shown.map((column, index) => (
              <HeadCell key={column.id} column={column} first={index === 0} sort={sort} onSort={onSort} />
            ))}
            {menu && (
              <th className={styles.menu} scope="col">
                <span className="vh">Menu</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {loading &&
            Array.from({ length: skeletonRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else
              <tr key={row}>
                {canSelect && <td className={styles.select} />}
                {shown.map((column, index) => (
                  <td key={column.id} className={cx(alignClass(column), index === 0 && styles.first)}>
                    <span style={{ display: 'inline-block', width: index === 0 ? `${52 + ((row * 17) % 40)}%` : 48 }}>
                      <Skeleton />
                    </span>
                  </td>
                ))}
                {menu && <td className={styles.menu} />}
              </tr>
            ))}
          {before > 0 && (
            <tr className={styles.spacer} aria-hidden>
              <td colSpan={columnCount} style={{ height: before }} />
            </tr>
          )}
          {!loading &&
            drawn.map((line) => {
              const row = line.original;
              const on = selected?.has(line.id) ?? false;
              const open = tree ? Boolean(tree.opened[line.id]) : false;
              return (
                <tr
                  key={line.id}
                  data-selected={canSelect && on ? true : undefined}
                  className={cx(
                    line.depth === 1 && styles.child,
                    line.depth > 1 && styles.grandchild,
                    open && styles.opened,
                  )}
                >
                  {canSelect && (
                    <td className={styles.select}>
                      <Checkbox
                        aria-label={`Select ${rowName?.(row) ?? line.id}`}
                        checked={on}
                        onClick={(event: MouseEvent) => pick(line.id, !on, event.shiftKey)}
                        onChange={() => undefined}
                      />
                    </td>
                  )}
                  {shown.map((column, index) => {
                    const className = cx(
                      alignClass(column),
                      column.strong && styles.strong,
                      index === 0 && styles.first,
                    );
                    const content = column.cell(row);
                    if (index > 0) {
                      return (
                        <td key={column.id} className={className} style={widthStyle(column)}>
                          {content}
                        </td>
                      );
                    }
                    return (
                      <td key={column.id} className={className} style={widthStyle(column)}>
                        {tree ? (
                          <div className={styles.tree} style={{ paddingLeft: line.depth * 20 }}>
                            {tree.canOpen(row) ? (
                              <button
                                type="button"
                                className={styles.open}
                                aria-expanded={open}
                                aria-label={`${open ? 'Close' : 'Open'} ${tree.name(row)}`}
                                onClick={() => tree.onOpen(row, !open)}
                              >
                                <IconChevronRight size={14} stroke={2} aria-hidden />
                              </button>
                            ) : (
                              <span className={styles.leaf} />
                            )}
                            {content}
                          </div>
                        ) : (
                          content
                        )}
                      </td>
                    );
                  })}
                  {menu && <td className={styles.menu}>{menu(row)}</td>}
                </tr>
              );
            })}
          {after > 0 && (
            <tr className={styles.spacer} aria-hidden>
              <td colSpan={columnCount} style={{ height: after }} />
            </tr>
          )}
        </tbody>
        {totalLabel !== undefined && rows.length > 0 && !loading && (
          <tfoot>
            <tr>
              {canSelect && <td className={styles.select} />}
              {shown.map((column, index) =>
                index === 0 ? (
                  <th key={column.id} scope="row" className={styles.first}>
                    {totalLabel}
                  </th>
                ) : (
                  <td key={column.id} className={alignClass(column)}>
                    {column.total}
                  </td>
                ),
              )}
              {menu && <td className={styles.menu} />}
            </tr>
          </tfoot>
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

function alignClass<Row>(column: TableColumn<Row>): string | undefined {
  return column.align === 'right' ? styles.right : column.align === 'center' ? styles.center : undefined;
}

function widthStyle<Row>(column: TableColumn<Row>): CSSProperties | undefined {
  return column.width ? { minWidth: column.width } : undefined;
}

function HeadCell<Row>({
  column,
  first,
  sort,
  onSort,
}: {
  column: TableColumn<Row>;
  first: boolean;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
}) {
  const { sort: key, label, help } = column;
  const direction = key !== undefined && sort?.by === key ? sort.direction : null;
  const className = cx(alignClass(column), first && styles.first);
  const words = <span className={help ? styles.help : undefined}>{label}</span>;
  let content = words;
  if (key !== undefined && onSort) {
    content = (
      <button
        type="button"
        className={styles.sorter}
        onClick={() => onSort({ by: key, direction: direction === 'desc' ? 'asc' : 'desc' })}
      >
        {words}
        {direction === 'desc' && <IconArrowDown size={12} stroke={2.25} aria-hidden />}
        {direction === 'asc' && <IconArrowUp size={12} stroke={2.25} aria-hidden />}
      </button>
    );
  } else if (help) {
    content = (
      <button type="button" className={styles.helpOnly}>
        {words}
      </button>
    );
  }
  return (
    <th
      scope="col"
      className={className}
      style={widthStyle(column)}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
    >
      {help ? (
        <Tooltip
          label={
            <>
              <span className={styles.tip}>{label}</span>
              {help}
            </>
          }
        >
          {content}
        </Tooltip>
      ) : (
        content
      )}
    </th>
  );
}

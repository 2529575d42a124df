import { IconChevronRight } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { cx } from './classes';
import { Checkbox } from './controls';
import styles from './data-table.module.css';
import { Skeleton } from './states';
import { alignClass, type MeasuredRow, type TableColumn, type TableTree, widthStyle } from './table-column';

/** What rows of every kind have. */
interface Shape<Row> {
  columns: readonly TableColumn<Row>[];
  canSelect: boolean;
  hasMenu: boolean;
}

/** A row of its own: cells, the choice before them, the menu behind them. */
export function TableRow<Row>({
  columns,
  row,
  id,
  depth,
  name,
  selected,
  onPick,
  menu,
  isCurrent,
  tree,
  index,
  measured,
}: {
  columns: readonly TableColumn<Row>[];
  row: Row;
  id: string;
  /** Where it stands in the whole table, from 1; only where not all rows are drawn. */
  index?: number | undefined;
  measured?: MeasuredRow | undefined;
  /** How many rows it lies below. */
  depth: number;
  name: string;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  onPick(on: boolean, isRange: boolean): void;
  menu: ((row: Row) => ReactNode) | undefined;
  isCurrent: boolean;
  tree: TableTree<Row> | undefined;
}) {
  const isOpen = tree?.opened[id] ?? false;
  return (
    <tr
      ref={measured?.ref}
      data-index={measured?.index}
      aria-rowindex={index}
      data-selected={selected || undefined}
      aria-current={isCurrent || undefined}
      className={cx(depth === 1 && styles.child, depth > 1 && styles.grandchild, isOpen && styles.opened)}
    >
      {selected !== undefined && (
        <td className={styles.select}>
          <Checkbox
            aria-label={`Select ${name}`}
            checked={selected}
            onClick={(event: MouseEvent) => onPick(!selected, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cx(alignClass(column), column.strong && styles.strong, index === 0 && styles.first)}
          style={widthStyle(column)}
        >
          {index === 0 && tree ? (
            <TreeCell tree={tree} row={row} depth={depth} isOpen={isOpen}>
              {column.cell(row)}
            </TreeCell>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {menu && <td className={styles.menu}>{menu(row)}</td>}
    </tr>
  );
}

/** The first cell of a row that may open. */
function TreeCell<Row>({
  tree,
  row,
  depth,
  isOpen,
  children,
}: {
  tree: TableTree<Row>;
  row: Row;
  depth: number;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.tree} style={{ paddingLeft: depth * 20 }}>
      {tree.canOpen(row) ? (
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${tree.name(row)}`}
          onClick={() => tree.onOpen(row, !isOpen)}
        >
          <IconChevronRight size={14} stroke={2} aria-hidden />
        </button>
      ) : (
        <span className={styles.leaf} />
      )}
      {children}
    </div>
  );
}

/** What stands under an opened row. It scrolls with no column. */
export function BelowRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className={styles.belowRow}>
      <td colSpan={columns}>
        <div className={styles.below}>{children}</div>
      </td>
    </tr>
  );
}

/** Grey rows in the shape of those that come. */
export function SkeletonRows<Row>({ columns, canSelect, hasMenu, count }: Shape<Row> & { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else
    <tr key={row}>
      {canSelect && <td className={styles.select} />}
      {columns.map((column, index) => (
        <td key={column.id} className={cx(alignClass(column), index === 0 && styles.first)}>
          <span style={{ display: 'inline-block', width: index === 0 ? `${52 + ((row * 17) % 40)}%` : 48 }}>
            <Skeleton />
          </span>
        </td>
      ))}
      {hasMenu && <td className={styles.menu} />}
    </tr>
  ));
}

/** Room for rows that are out of sight. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className={styles.spacer} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** The totals at the foot. */
export function TotalRow<Row>({
  columns,
  canSelect,
  hasMenu,
  label,
  index,
}: Shape<Row> & { label: ReactNode; index?: number | undefined }) {
  return (
    <tfoot>
      <tr aria-rowindex={index}>
        {canSelect && <td className={styles.select} />}
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.id} scope="row" className={styles.first}>
              {label}
            </th>
          ) : (
            <td key={column.id} className={alignClass(column)}>
              {column.total}
            </td>
          ),
        )}
        {hasMenu && <td className={styles.menu} />}
      </tr>
    </tfoot>
  );
}

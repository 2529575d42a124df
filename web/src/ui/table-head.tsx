import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { cx } from './classes';
import { Checkbox } from './controls';
import styles from './data-table.module.css';
import { alignClass, type TableColumn, type TableSort, widthStyle } from './table-column';

/** The choice of all rows of a page. */
export interface AllRows {
  isOn: boolean;
  isMixed: boolean;
  isEmpty: boolean;
  onChange(): void;
}

/** The headings: they explain their column and sort by it. */
export function TableHead<Row>({
  columns,
  sort,
  onSort,
  all,
  hasMenu,
  index,
}: {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
  /** Where rows can be selected. */
  all: AllRows | undefined;
  hasMenu: boolean;
  /** Where not all rows are drawn. */
  index?: number | undefined;
}) {
  return (
    <thead>
      <tr aria-rowindex={index}>
        {all && (
          <th className={styles.select} scope="col">
            <Checkbox
              aria-label="Select all on this page"
              checked={all.isOn}
              mixed={all.isMixed}
              disabled={all.isEmpty}
              onChange={all.onChange}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell key={column.id} column={column} first={index === 0} sort={sort} onSort={onSort} />
        ))}
        {hasMenu && (
          <th className={styles.menu} scope="col">
            <span className="vh">Menu</span>
          </th>
        )}
      </tr>
    </thead>
  );
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

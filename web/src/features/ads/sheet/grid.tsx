import { IconAlertCircle, IconLock, IconRobot } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useUnit } from '~/app/queries';
import { unitSymbol } from '~/lib/format';
import { adStatusOf } from '~/lib/statuses';
import { cx } from '~/ui/classes';
import { Thumb } from '~/ui/marks';
import { StatusBadge } from '~/ui/status-badge';
import { titleRange } from '../ad-values';
import { COLUMNS, type Column, isChanged, isIn, isOpen, putOne, type SheetRow } from './model';
import { CHOOSE, hasWish, pictureUrl, problemOf, type SheetTerms, type Told, WISHES } from './rows';
import styles from './sheet.module.css';
import type { Editing, GridState } from './use-grid';
import type { SheetState } from './use-sheet';

/** What columns are called. */
export const LABELS: Readonly<Record<Column, string>> = {
  picture: 'Picture',
  title: 'Title',
  short_description: 'Description',
  original_url: 'Address',
  bid: 'Bid',
  status: 'Status',
};

/** What a cell holds, in words. */
export const shortValue = (column: Column, text: string): string =>
  column === 'picture' ? (text ? 'another picture' : 'no picture') : text || 'nothing';

/** Which rows are shown. */
export type Shown = 'all' | 'changed' | 'wrong';

/** The cells, with one of them in hand. */
export function Grid({
  state,
  grid,
  terms,
  rows,
}: {
  state: SheetState;
  grid: GridState;
  terms: SheetTerms;
  /** Places of the rows that are shown. */
  rows: readonly number[];
}) {
  const unit = useUnit();
  const { sheet, told } = state;
  const { range, at, editing, pasted } = grid;
  return (
    <div className={styles.frame}>
      <table
        ref={grid.element}
        className={styles.grid}
        role="grid"
        aria-label="Sheet of ads"
        aria-rowcount={sheet.rows.length + 1}
        aria-multiselectable
        {...grid.keys}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              <span className={styles.number}>#</span>Ad
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={styles[column]}>
                {column === 'bid' ? `Bid, ${unitSymbol(unit)}` : LABELS[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((place) => {
            const row = sheet.rows[place];
            if (!row) return null;
            const isTouched = place >= grid.corners.top && place <= grid.corners.bottom;
            return (
              <Row
                key={row.ad.id}
                row={row}
                place={place}
                terms={terms}
                told={told.get(row.ad.id)}
                range={isTouched ? range : null}
                at={at.row === place ? at.column : null}
                editing={editing?.place.row === place ? editing : null}
                pasted={
                  pasted && isIn(pasted.range, { row: place, column: pasted.range.from.column }) ? pasted.range : null
                }
                grid={grid}
                state={state}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  row: SheetRow;
  place: number;
  terms: SheetTerms;
  told: Told | undefined;
  range: GridState['range'] | null;
  at: number | null;
  editing: Editing | null;
  pasted: GridState['range'] | null;
  grid: GridState;
  state: SheetState;
}

/** A row is drawn again only when something of it is another: the sheet may have hundreds. */
const Row = memo(
  function Row({ row, place, terms, told, range, at, editing, pasted, grid, state }: RowProps) {
    return (
      <tr className={cx(row.locked !== null && styles.locked)} aria-rowindex={place + 2}>
        <th scope="row" className={styles.first}>
          <span className={cx(styles.number, 'num')}>{place + 1}</span>
          <span className={styles.name}>
            <span className="mono">{row.ad.id}</span>
            <span className={cx('ell', styles.where)}>{row.ad.group_name}</span>
          </span>
          {told?.row && <Wrong text={told.row} />}
          {row.locked !== null && (
            <span className={styles.lock}>
              <IconLock size={12} aria-hidden />
              {row.locked}
            </span>
          )}
        </th>
        {COLUMNS.map((column, index) => {
          const here = { row: place, column: index };
          const problem = problemOf(row, column, terms) ?? told?.[column] ?? null;
          const theirs = row.theirs?.[column];
          const isEdited = editing?.place.column === index;
          const isHere = at === index;
          return (
            <td
              key={column}
              role="gridcell"
              data-cell={`${place}.${index}`}
              tabIndex={isHere ? 0 : -1}
              aria-selected={range !== null && isIn(range, here)}
              aria-readonly={!isOpen(row, column) || undefined}
              title={row.fixed?.[column]}
              aria-invalid={problem !== null || undefined}
              className={cx(
                styles[column],
                isChanged(row, column) && styles.changed,
                (problem !== null || theirs !== undefined) && styles.wrong,
                range !== null && isIn(range, here) && styles.selected,
                pasted !== null && isIn(pasted, here) && styles.pasted,
                isHere && styles.here,
              )}
              onMouseDown={(event) => {
                if (isEdited) return;
                // A choice opens by itself.
                if ((event.target as HTMLElement).closest('select')) grid.mark(here);
                else if (grid.editing) grid.commit(here);
                else grid.select(here, event.shiftKey);
              }}
              onDoubleClick={() => !isEdited && grid.edit()}
            >
              {isEdited && editing ? (
                <textarea
                  className={styles.editor}
                  aria-label={`${LABELS[column]} of ${row.ad.id}`}
                  value={editing.text}
                  // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a click
                  autoFocus
                  onFocus={({ currentTarget }) =>
                    currentTarget.setSelectionRange(editing.text.length, editing.text.length)
                  }
                  onChange={({ currentTarget }) => grid.type(currentTarget.value.replace(/[\r\n]+/g, ' '))}
                  onBlur={grid.leave}
                />
              ) : (
                <Cell row={row} column={column} place={place} state={state} />
              )}
              {isChanged(row, column) && <span className="vh">, changed</span>}
              {problem !== null && <Wrong text={problem} />}
              {theirs !== undefined && <Wrong text={`${CHOOSE}. Now: ${shortValue(column, theirs)}`} />}
            </td>
          );
        })}
      </tr>
    );
  },
  (a, b) =>
    a.row === b.row &&
    a.told === b.told &&
    a.range === b.range &&
    a.at === b.at &&
    a.editing === b.editing &&
    a.pasted === b.pasted &&
    a.terms === b.terms,
);

const Wrong = ({ text }: { text: string }) => (
  <span className={styles.problem}>
    <IconAlertCircle size={12} aria-hidden />
    {text}
  </span>
);

function Cell({
  row,
  column,
  place,
  state,
}: {
  row: SheetRow;
  column: Column;
  place: number;
  state: SheetState;
}): ReactNode {
  const text = row.cells[column];
  const { ad } = row;
  if (column === 'picture') {
    return (
      <span className={styles.thumb}>
        <Thumb url={pictureUrl(text)} alt={`Picture of ${ad.id}`} square />
      </span>
    );
  }
  if (column === 'status') {
    if (!hasWish(ad) || row.locked !== null) {
      return (
        <span className={styles.cell}>
          <StatusBadge status={adStatusOf(ad)} />
        </span>
      );
    }
    return (
      <select
        className={styles.choice}
        aria-label={`Status of ${ad.id}`}
        tabIndex={-1}
        value={text}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          state.change((before) => putOne(before, { row: place, column, text: value }, 'choose'));
        }}
      >
        {Object.values(WISHES).map((wish) => (
          <option key={wish}>{wish}</option>
        ))}
        {!Object.values<string>(WISHES).includes(text) && <option>{text}</option>}
      </select>
    );
  }
  if (column === 'bid') {
    return (
      <span className={cx(styles.cell, styles.figure)}>
        {row.fixed?.bid && <IconRobot size={14} role="img" aria-label={row.fixed.bid} />}
        <span className="num">{text || (ad.bids.length > 0 ? 'By country' : '')}</span>
      </span>
    );
  }
  const { max } = titleRange(ad.supported_block_format_types);
  return (
    <span className={styles.cell}>
      <span className={cx(styles.text, column === 'original_url' && styles.url)}>
        {column === 'original_url' ? text.replace(/^https:\/\//, '') : text}
      </span>
      {column === 'title' && (
        <span className={cx(styles.count, 'num')} title={`At most ${max} characters`}>
          {[...text].length}
        </span>
      )}
    </span>
  );
}

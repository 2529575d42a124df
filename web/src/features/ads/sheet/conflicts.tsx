import { plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { Thumb } from '~/ui/marks';
import { LABELS, shortValue } from './grid';
import { COLUMNS, type Column, type Conflict, conflictsIn, keepMine, takeTheirs } from './model';
import { pictureUrl } from './rows';
import styles from './sheet.module.css';
import type { SheetState } from './use-sheet';

/** Cells that are listed at once; the next ones follow when these are chosen. */
const LISTED = 10;

/** Cells that were changed here and elsewhere: both values, of which one is chosen. */
export function Conflicts({ state, onShow }: { state: SheetState; onShow(row: number, column: number): void }) {
  const conflicts = conflictsIn(state.sheet);
  if (conflicts.length === 0) return null;
  const theirs = (some: readonly Conflict[]) => state.change((before) => takeTheirs(before, some));
  const mine = (some: readonly Conflict[]) => state.change((before) => keepMine(before, some));
  return (
    <section className={styles.conflicts} aria-label="Changed here and elsewhere">
      <p className="s13" role="status">
        <b className="b">{plural(conflicts.length, 'cell')} changed here and elsewhere.</b> Choose what stays: nothing
        of these ads is saved before.
      </p>
      <ul>
        {conflicts.slice(0, LISTED).map((conflict) => {
          const { row, column } = conflict;
          const where = `${LABELS[column].toLowerCase()} of row ${row + 1}`;
          return (
            <li key={`${row}.${column}`}>
              <button type="button" className={styles.jump} onClick={() => onShow(row, COLUMNS.indexOf(column))}>
                row {row + 1}, {LABELS[column].toLowerCase()}
              </button>
              <dl>
                <dt>Yours</dt>
                <dd>
                  <Value column={column} text={conflict.mine} />
                </dd>
                <dt>Now</dt>
                <dd>
                  <Value column={column} text={conflict.theirs} />
                </dd>
              </dl>
              <span className="row">
                <Button size="sm" aria-label={`Keep mine: ${where}`} onClick={() => mine([conflict])}>
                  Keep mine
                </Button>
                <Button size="sm" aria-label={`Take theirs: ${where}`} onClick={() => theirs([conflict])}>
                  Take theirs
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {conflicts.length > 1 && (
        <p className="row">
          {conflicts.length > LISTED && <span className="s12 t3">And {conflicts.length - LISTED} more.</span>}
          <Button size="sm" onClick={() => mine(conflicts)}>
            Keep all of mine
          </Button>
          <Button size="sm" onClick={() => theirs(conflicts)}>
            Take all of theirs
          </Button>
        </p>
      )}
    </section>
  );
}

const Value = ({ column, text }: { column: Column; text: string }) =>
  column === 'picture' && text ? <Thumb url={pictureUrl(text)} alt="" square /> : shortValue(column, text);

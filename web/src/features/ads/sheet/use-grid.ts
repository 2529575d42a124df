import { type ClipboardEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react';
import {
  COLUMNS,
  clear,
  cornersOf,
  fillDown,
  following,
  isOpen,
  moved,
  type Pasted,
  type Place,
  paste,
  putTyped,
  type Range,
  redo,
  type Seen,
  type Sheet,
  undo,
  valuesIn,
} from './model';
import { readTsv, writeTsv } from './tsv';
import type { SheetState } from './use-sheet';

/** A cell that is typed into. */
export interface Editing {
  place: Place;
  text: string;
  /** The cell when it was opened. */
  seen: Seen;
}

const ARROWS: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The keyboard, the clipboard and the selection of the sheet, by the rows that are shown. `onFile` opens the choice of a picture. */
export function useGrid({ sheet, change }: SheetState, shown: readonly number[], onFile: () => void) {
  const [range, setRange] = useState<Range>({ from: { row: 0, column: 1 }, to: { row: 0, column: 1 } });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const element = useRef<HTMLTableElement>(null);
  // What is typed just now: whoever leaves the field by a key has ended it before the field is gone.
  const typed = useRef<Editing | null>(null);
  const at = range.to;

  const focus = useCallback((place: Place) => {
    // After the cell is drawn. Who types by then has the focus where they type.
    requestAnimationFrame(() => {
      if (typed.current) return;
      const cell = element.current?.querySelector<HTMLElement>(`[data-cell="${place.row}.${place.column}"]`);
      cell?.focus();
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }, []);
  const select = useCallback(
    (place: Place, isMore = false) => {
      setRange((before) => ({ from: isMore ? before.from : place, to: place }));
      focus(place);
    },
    [focus],
  );
  const canEdit = ({ row: at, column: index }: Place) => {
    const [row, column] = [sheet.rows[at], COLUMNS[index]];
    return !!row && !!column && isOpen(row, column) && column !== 'picture' && column !== 'status';
  };
  const begin = (next: Editing | null) => {
    typed.current = next;
    setEditing(next);
  };
  const edit = (text?: string) => {
    const column = COLUMNS[at.column];
    if (column === 'picture' && sheet.rows[at.row]?.locked === null) return onFile();
    if (column === 'status') {
      element.current?.querySelector<HTMLElement>(`[data-cell="${at.row}.${at.column}"] select`)?.focus();
      return;
    }
    const row = sheet.rows[at.row];
    if (!row || !column || !canEdit(at)) return;
    const seen = { text: row.cells[column], base: row.base[column] };
    begin({ place: at, text: text ?? seen.text, seen });
  };
  /** Ends typing: what was typed stands in the cell. */
  const leave = () => {
    const last = typed.current;
    if (!last) return;
    begin(null);
    const column = COLUMNS[last.place.column];
    if (column) change((before) => putTyped(before, { row: last.place.row, column, text: last.text }, last.seen));
  };
  /** Ends typing and goes on to another cell. */
  const commit = (to: Place) => {
    leave();
    select(to);
  };
  const pasteText = (text: string) => {
    const table = readTsv(text);
    if (table.length === 0) return;
    const result = paste(sheet, range, table, shown);
    change((before) => paste(before, range, table, shown).sheet);
    setPasted(result);
    setRange(result.range);
  };
  const back = (way: (before: Sheet) => Sheet) => {
    setPasted(null);
    change(way);
  };
  const fill = () => change((before) => fillDown(before, range, shown));

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) {
      const { place } = editing;
      if (event.key === 'Escape') {
        begin(null);
        focus(place);
      } else if (event.key === 'Enter' && !event.altKey) {
        commit(moved(shown, place, event.shiftKey ? -1 : 1, 0));
      } else if (event.key === 'Tab') {
        commit(following(shown, place, event.shiftKey ? -1 : 1) ?? place);
      } else return;
      event.preventDefault();
      return;
    }
    // What stands inside of a cell has keys of its own.
    if ((event.target as HTMLElement).closest('select, input, textarea')) {
      if (event.key !== 'Escape' && event.key !== 'Enter') return;
      focus(at);
      event.preventDefault();
      return;
    }
    const isMod = event.ctrlKey || event.metaKey;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const [down, across] = arrow;
      const far = isMod ? Math.max(sheet.rows.length, COLUMNS.length) : 1;
      select(moved(shown, at, down * far, across * far), event.shiftKey);
    } else if (event.key === 'Tab') {
      const next = following(shown, at, event.shiftKey ? -1 : 1);
      // At its end Tab leaves the sheet.
      if (!next) return;
      select(next);
    } else if (event.key === 'Home') select({ row: isMod ? (shown[0] ?? at.row) : at.row, column: 0 }, event.shiftKey);
    else if (event.key === 'End') {
      select({ row: isMod ? (shown.at(-1) ?? at.row) : at.row, column: COLUMNS.length - 1 }, event.shiftKey);
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
      select(moved(shown, at, event.key === 'PageDown' ? 10 : -10, 0), event.shiftKey);
    } else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Delete' || event.key === 'Backspace') change((before) => clear(before, range, shown));
    else if (isMod && event.key.toLowerCase() === 'd') fill();
    else if (isMod && event.key.toLowerCase() === 'z') back(event.shiftKey ? redo : undo);
    else if (isMod && event.key.toLowerCase() === 'y') back(redo);
    else if (isMod && event.key.toLowerCase() === 'a') {
      const last = { row: sheet.rows.length - 1, column: COLUMNS.length - 1 };
      setRange({ from: { row: 0, column: 0 }, to: last });
    } else if (!isMod && !event.altKey && event.key.length === 1 && canEdit(at)) edit(event.key);
    else return;
    event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing) return;
    event.clipboardData.setData('text/plain', writeTsv(valuesIn(sheet, range, shown)));
    event.preventDefault();
  };
  const onCut = (event: ClipboardEvent) => {
    if (editing) return;
    onCopy(event);
    change((before) => clear(before, range, shown));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing) return;
    pasteText(event.clipboardData.getData('text/plain'));
    event.preventDefault();
  };
  return {
    element,
    range,
    corners: cornersOf(range),
    at,
    editing,
    pasted,
    select,
    edit,
    type: (text: string) => editing && begin({ ...editing, text }),
    /** Whether something is typed that does not stand in its cell yet. */
    isTyping: editing !== null && editing.text !== editing.seen.text,
    /** Selects a cell and leaves the focus where it is. */
    mark: (place: Place) => setRange({ from: place, to: place }),
    leave,
    commit,
    fill,
    undo: () => back(undo),
    redo: () => back(redo),
    forget: () => setPasted(null),
    keys: { onKeyDown, onCopy, onCut, onPaste },
  };
}

/** What the grid takes. */
export type GridState = ReturnType<typeof useGrid>;

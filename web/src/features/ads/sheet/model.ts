/** Many ads as a sheet of cells: typing, pasting, filling, undoing. Pure. */
import type { Ad } from '~/api/sdk';

/** The columns, from left to right. */
export const COLUMNS = ['picture', 'title', 'short_description', 'original_url', 'bid', 'status'] as const;
/** One of them. */
export type Column = (typeof COLUMNS)[number];

/** What stands in the cells of a row, as text. */
export type Cells = Readonly<Record<Column, string>>;

/** An ad in the sheet. */
export interface SheetRow {
  ad: Ad;
  /** What is stored. */
  base: Cells;
  /** What stands there now. */
  cells: Cells;
  /** Why nothing of it can be changed; null when it can. */
  locked: string | null;
  /** Cells that cannot be changed here, each with why. */
  fixed?: Partial<Record<Column, string>>;
}

/** Whether a cell of a row can be changed. */
export const isOpen = (row: SheetRow, column: Column): boolean =>
  row.locked === null && row.fixed?.[column] === undefined;

/** A cell, by places of its row and column. */
export interface Place {
  row: number;
  column: number;
}

/** A block of cells, by two corners. */
export interface Range {
  from: Place;
  to: Place;
}

interface CellChange {
  row: number;
  column: Column;
  before: string;
  after: string;
}

/** What was done at once, and is taken back at once. */
interface Step {
  label: string;
  changes: readonly CellChange[];
}

/** The sheet. */
export interface Sheet {
  rows: readonly SheetRow[];
  past: readonly Step[];
  future: readonly Step[];
}

/** Steps that can be taken back. */
const STEPS_MAX = 200;

/** A block from its upper left to its lower right. */
export function cornersOf({ from, to }: Range): { top: number; left: number; bottom: number; right: number } {
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

/** Whether a place is in a block. */
export function isIn(range: Range, { row, column }: Place): boolean {
  const { top, left, bottom, right } = cornersOf(range);
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** A place moved within the sheet. */
export const moved = (sheet: Sheet, { row, column }: Place, down: number, across: number): Place => ({
  row: Math.max(0, Math.min(sheet.rows.length - 1, row + down)),
  column: Math.max(0, Math.min(COLUMNS.length - 1, column + across)),
});

/** The next place in reading order, or the one before: as Tab goes. Null at the end of the sheet. */
export function following(sheet: Sheet, { row, column }: Place, step: 1 | -1): Place | null {
  const at = row * COLUMNS.length + column + step;
  if (at < 0 || at >= sheet.rows.length * COLUMNS.length) return null;
  return { row: Math.floor(at / COLUMNS.length), column: at % COLUMNS.length };
}

/** A new value of a cell. */
export interface Put {
  row: number;
  column: Column;
  text: string;
}

function withChanges(sheet: Sheet, changes: readonly CellChange[], to: 'before' | 'after'): readonly SheetRow[] {
  const byRow = new Map<number, Partial<Record<Column, string>>>();
  for (const change of changes) {
    byRow.set(change.row, { ...byRow.get(change.row), [change.column]: change[to] });
  }
  return sheet.rows.map((row, at) => {
    const some = byRow.get(at);
    return some ? { ...row, cells: { ...row.cells, ...some } } : row;
  });
}

/** Puts values into cells, as one step. Those that cannot be changed stay; nothing at all happens where no value differs. */
export function put(sheet: Sheet, values: readonly Put[], label: string): Sheet {
  const changes: CellChange[] = [];
  for (const { row: at, column, text } of values) {
    const row = sheet.rows[at];
    if (!row || !isOpen(row, column) || row.cells[column] === text) continue;
    changes.push({ row: at, column, before: row.cells[column], after: text });
  }
  if (changes.length === 0) return sheet;
  return {
    rows: withChanges(sheet, changes, 'after'),
    past: [...sheet.past.slice(1 - STEPS_MAX), { label, changes }],
    future: [],
  };
}

/** Takes the last step back. */
export function undo(sheet: Sheet): Sheet {
  const step = sheet.past.at(-1);
  if (!step) return sheet;
  return {
    rows: withChanges(sheet, step.changes, 'before'),
    past: sheet.past.slice(0, -1),
    future: [step, ...sheet.future],
  };
}

/** Does again what was taken back last. */
export function redo(sheet: Sheet): Sheet {
  const [step, ...future] = sheet.future;
  if (!step) return sheet;
  return { rows: withChanges(sheet, step.changes, 'after'), past: [...sheet.past, step], future };
}

/** The values of a block, line by line. */
export function valuesIn(sheet: Sheet, range: Range): string[][] {
  const { top, left, bottom, right } = cornersOf(range);
  return sheet.rows
    .slice(top, bottom + 1)
    .map(({ cells }) => COLUMNS.slice(left, right + 1).map((column) => cells[column]));
}

/** What came of a paste: where it went, and what had no place. */
export interface Pasted {
  sheet: Sheet;
  range: Range;
  /** Rows and columns of what was pasted that reach beyond the sheet. */
  cut: { rows: number; columns: number };
  /** Rows that are locked. */
  locked: number;
}

/**
 * Puts a table into the sheet from the upper left of a block on. One value goes into each cell of the block, and a line as
 * wide as the block into each of its rows, as spreadsheets do.
 */
export function paste(sheet: Sheet, range: Range, table: readonly (readonly string[])[]): Pasted {
  const { top, left, bottom, right } = cornersOf(range);
  const height = table.length;
  const width = Math.max(0, ...table.map((line) => line.length));
  const isRepeated = width > 0 && (bottom - top + 1) % height === 0 && (right - left + 1) % width === 0;
  const rows = isRepeated ? bottom - top + 1 : height;
  const columns = isRepeated ? right - left + 1 : width;
  const values: Put[] = [];
  for (let down = 0; down < rows; down++) {
    for (let across = 0; across < columns; across++) {
      const text = table[down % height]?.[across % width];
      const column = COLUMNS[left + across];
      if (text !== undefined && column && top + down < sheet.rows.length) {
        values.push({ row: top + down, column, text });
      }
    }
  }
  const lastRow = Math.min(sheet.rows.length, top + rows) - 1;
  const lastColumn = Math.min(COLUMNS.length, left + columns) - 1;
  return {
    sheet: put(sheet, values, 'paste'),
    range: { from: { row: top, column: left }, to: { row: lastRow, column: lastColumn } },
    cut: { rows: Math.max(0, top + rows - sheet.rows.length), columns: Math.max(0, left + columns - COLUMNS.length) },
    locked: sheet.rows.slice(top, lastRow + 1).filter((row) => row.locked !== null).length,
  };
}

/** Fills a block with the values of its first row; of a single row with those of the row above. */
export function fillDown(sheet: Sheet, range: Range): Sheet {
  const { top, left, bottom, right } = cornersOf(range);
  const source = top === bottom ? top - 1 : top;
  const cells = sheet.rows[source]?.cells;
  if (!cells) return sheet;
  const values: Put[] = [];
  for (let row = source + 1; row <= bottom; row++) {
    for (const column of COLUMNS.slice(left, right + 1)) values.push({ row, column, text: cells[column] });
  }
  return put(sheet, values, 'fill');
}

/** Empties the cells of a block that may be empty. */
export function clear(sheet: Sheet, range: Range): Sheet {
  const { top, left, bottom, right } = cornersOf(range);
  const values: Put[] = [];
  for (let row = top; row <= bottom; row++) {
    for (const column of COLUMNS.slice(left, right + 1)) {
      if (column !== 'picture' && column !== 'status') values.push({ row, column, text: '' });
    }
  }
  return put(sheet, values, 'clear');
}

/** Columns in which words are found and replaced. */
export const FOUND_IN = ['title', 'short_description', 'original_url'] as const satisfies readonly Column[];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Replaces a text wherever it stands, and says how often it did. Letters are told apart only when that is asked for. */
export function replaceAll(
  sheet: Sheet,
  find: string,
  by: string,
  columns: readonly Column[],
  isExact: boolean,
): { sheet: Sheet; count: number } {
  if (find === '') return { sheet, count: 0 };
  const pattern = new RegExp(escaped(find), isExact ? 'gu' : 'giu');
  const values: Put[] = [];
  let count = 0;
  sheet.rows.forEach((row, at) => {
    if (row.locked !== null) return;
    for (const column of columns) {
      const found = row.cells[column].match(pattern)?.length ?? 0;
      if (found === 0) continue;
      count += found;
      values.push({ row: at, column, text: row.cells[column].replace(pattern, () => by) });
    }
  });
  return { sheet: put(sheet, values, 'replace'), count };
}

/** Whether a cell has another value than the stored one. */
export const isChanged = (row: SheetRow, column: Column): boolean => row.cells[column] !== row.base[column];

/** The changed columns of a row. */
export const changedIn = (row: SheetRow): Column[] => COLUMNS.filter((column) => isChanged(row, column));

/** Takes all rows back to what is stored. */
export function discard(sheet: Sheet): Sheet {
  const values = sheet.rows.flatMap((row, at) =>
    changedIn(row).map((column): Put => ({ row: at, column, text: row.base[column] })),
  );
  return put(sheet, values, 'discard');
}

/** Rows as they are stored by now: cells without a change of one's own follow, others keep what was typed. */
export function renewed(sheet: Sheet, ads: readonly Ad[], rowOf: (ad: Ad) => SheetRow): Sheet {
  const known = new Map(ads.map((ad) => [ad.id, ad]));
  const rows = sheet.rows.map((row) => {
    const ad = known.get(row.ad.id);
    if (!ad) return row;
    const fresh = rowOf(ad);
    const kept = changedIn(row).filter((column) => row.cells[column] !== fresh.cells[column]);
    return { ...fresh, cells: { ...fresh.cells, ...Object.fromEntries(kept.map((name) => [name, row.cells[name]])) } };
  });
  return { ...sheet, rows };
}

/** Rows that were saved: what is stored is what they have now. What was done before cannot be taken back. */
export function saved(sheet: Sheet, ads: readonly Ad[], rowOf: (ad: Ad) => SheetRow): Sheet {
  const known = new Map(ads.map((ad) => [ad.id, ad]));
  const rows = sheet.rows.map((row) => {
    const ad = known.get(row.ad.id);
    return ad ? rowOf(ad) : row;
  });
  return { rows, past: [], future: [] };
}

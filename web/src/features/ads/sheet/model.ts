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
  /** What somebody else has stored meanwhile in cells that were changed here too; gone once one of both is chosen. */
  theirs?: Partial<Cells>;
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
  /** What was stored then. */
  base: string;
  /** It was not chosen yet which of two values stays. */
  isAsked: boolean;
}

/** What was done at once, and is taken back at once. */
interface Step {
  label: string;
  changes: readonly CellChange[];
  /** Whoever did it looked at what is stored: it answers what was asked. */
  isChoice: boolean;
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

/** All rows of a sheet, by their places. Where some are hidden, what is done goes by those that are shown. */
export const everyRow = ({ rows }: Sheet): readonly number[] => rows.map((_, at) => at);

/** The shown rows of a block. */
export function shownIn(range: Range, shown: readonly number[]): number[] {
  const { top, bottom } = cornersOf(range);
  return shown.filter((row) => row >= top && row <= bottom);
}

/** Where a row stands among those that are shown; the next one where it is hidden. */
const lineOf = (row: number, shown: readonly number[]): number => {
  const line = shown.findIndex((one) => one >= row);
  return line < 0 ? shown.length - 1 : line;
};

/** A place moved within what is shown. */
export const moved = (shown: readonly number[], { row, column }: Place, down: number, across: number): Place => ({
  row: shown[Math.max(0, Math.min(shown.length - 1, lineOf(row, shown) + down))] ?? row,
  column: Math.max(0, Math.min(COLUMNS.length - 1, column + across)),
});

/** The next place in reading order, or the one before: as Tab goes. Null at the end of what is shown. */
export function following(shown: readonly number[], { row, column }: Place, step: 1 | -1): Place | null {
  const at = lineOf(row, shown) * COLUMNS.length + column + step;
  const next = shown[Math.floor(at / COLUMNS.length)];
  return at < 0 || next === undefined ? null : { row: next, column: at % COLUMNS.length };
}

/** A new value of a cell. */
export interface Put {
  row: number;
  column: Column;
  text: string;
  /** What was stored as far as whoever puts it knows, where that is not what is stored by now. */
  base?: string;
}

/** Whether it is to be chosen which value of a cell stays, after a change or its way back: what is stored is not replaced unseen. */
function isQuestion({ base, isAsked }: CellChange, text: string, stored: string, isAnswered: boolean): boolean {
  return text !== stored && (base !== stored || (isAsked && !isAnswered));
}

/** The rows with a step done, or taken back. */
function withStep(sheet: Sheet, { changes, isChoice }: Step, to: 'before' | 'after'): readonly SheetRow[] {
  const byRow = new Map<number, CellChange[]>();
  for (const change of changes) byRow.set(change.row, [...(byRow.get(change.row) ?? []), change]);
  return sheet.rows.map((row, at) => {
    const some = byRow.get(at);
    if (!some) return row;
    const isAnswered = isChoice && to === 'after';
    const asked = some.filter((one) => isQuestion(one, one[to], row.base[one.column], isAnswered));
    const changed = settled(
      { ...row, cells: { ...row.cells, ...Object.fromEntries(some.map((one) => [one.column, one[to]])) } },
      some.map(({ column }) => column),
    );
    if (asked.length === 0) return changed;
    const theirs = Object.fromEntries(asked.map(({ column }) => [column, row.base[column]]));
    return { ...changed, theirs: { ...changed.theirs, ...theirs } };
  });
}

/** A row of which some cells are chosen. */
function settled(row: SheetRow, columns: readonly Column[]): SheetRow {
  const { theirs, ...rest } = row;
  if (!theirs) return row;
  const left = Object.entries(theirs).filter(([column]) => !columns.includes(column as Column));
  return left.length > 0 ? { ...rest, theirs: Object.fromEntries(left) } : rest;
}

/** A cell that both have changed. */
export interface Conflict {
  row: number;
  column: Column;
  mine: string;
  theirs: string;
}

/** Cells of which it is not chosen yet whose value stays. */
export const conflictsIn = ({ rows }: Sheet): Conflict[] =>
  rows.flatMap((row, at) =>
    COLUMNS.flatMap((column) => {
      const theirs = row.theirs?.[column];
      return theirs === undefined ? [] : [{ row: at, column, mine: row.cells[column], theirs }];
    }),
  );

/** Chooses what somebody else has stored, also where nothing can be changed by now; it can be taken back like any change. */
export const takeTheirs = (sheet: Sheet, conflicts: readonly Conflict[]): Sheet =>
  stepped(
    sheet,
    conflicts.map(({ row, column, theirs }) => ({ row, column, text: theirs })),
    'take theirs',
    true,
  );

/** Chooses what stands here. */
export const keepMine = (sheet: Sheet, conflicts: readonly Conflict[]): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row, at) => {
    const columns = conflicts.filter((one) => one.row === at).map(({ column }) => column);
    return columns.length > 0 ? settled(row, columns) : row;
  }),
});

/** Puts values into cells, whatever these allow, as one step; nothing at all happens where no value differs. */
function stepped(sheet: Sheet, values: readonly Put[], label: string, isChoice: boolean): Sheet {
  const changes: CellChange[] = [];
  for (const { row: at, column, text, base } of values) {
    const row = sheet.rows[at];
    if (!row || row.cells[column] === text) continue;
    const isAsked = row.theirs?.[column] !== undefined;
    const before = row.cells[column];
    changes.push({ row: at, column, before, after: text, base: base ?? row.base[column], isAsked });
  }
  if (changes.length === 0) return sheet;
  const step: Step = { label, changes, isChoice };
  return { rows: withStep(sheet, step, 'after'), past: [...sheet.past.slice(1 - STEPS_MAX), step], future: [] };
}

const openOf = (sheet: Sheet, values: readonly Put[]): Put[] =>
  values.filter(({ row: at, column }) => {
    const row = sheet.rows[at];
    return row !== undefined && isOpen(row, column);
  });

/** Puts values into cells, as one step. Those that cannot be changed stay; what is still to be chosen is asked on. */
export const put = (sheet: Sheet, values: readonly Put[], label: string): Sheet =>
  stepped(sheet, openOf(sheet, values), label, false);

/** Puts a value into the one cell in hand: whoever does it looks at what is stored, and has chosen. */
export const putOne = (sheet: Sheet, value: Put, label: string): Sheet =>
  stepped(sheet, openOf(sheet, [value]), label, true);

/** A cell as it was when it was opened: what is typed there hides what becomes of it meanwhile. */
export interface Seen {
  text: string;
  base: string;
}

/** Puts what was typed into its cell. It is asked of what others stored since it was opened; where it is closed by now, the text stays. */
export function putTyped(sheet: Sheet, value: Put, seen: Seen): Sheet {
  if (value.text === seen.text) return sheet;
  const stored = sheet.rows[value.row]?.base[value.column];
  // What stood there may be saved by now, without blanks around it.
  const isSeen = stored === seen.base || stored === seen.text.trim();
  return stepped(sheet, [isSeen ? value : { ...value, base: seen.base }], 'type', true);
}

/** Takes the last step back. */
export function undo(sheet: Sheet): Sheet {
  const step = sheet.past.at(-1);
  if (!step) return sheet;
  return {
    rows: withStep(sheet, step, 'before'),
    past: sheet.past.slice(0, -1),
    future: [step, ...sheet.future],
  };
}

/** Does again what was taken back last. */
export function redo(sheet: Sheet): Sheet {
  const [step, ...future] = sheet.future;
  if (!step) return sheet;
  return { rows: withStep(sheet, step, 'after'), past: [...sheet.past, step], future };
}

/** The values of a block, line by line. */
export function valuesIn(sheet: Sheet, range: Range, shown = everyRow(sheet)): string[][] {
  const { left, right } = cornersOf(range);
  return shownIn(range, shown).map((row) =>
    COLUMNS.slice(left, right + 1).map((column) => sheet.rows[row]?.cells[column] ?? ''),
  );
}

/** What came of a paste: where it went, and what had no place. */
export interface Pasted {
  sheet: Sheet;
  range: Range;
  /** How many rows it went into. */
  rows: number;
  /** Rows and columns of what was pasted that reach beyond the sheet. */
  cut: { rows: number; columns: number };
  /** Rows that are locked. */
  locked: number;
}

/**
 * Puts a table into the sheet from the upper left of a block on. One value goes into each cell of the block, and a line as
 * wide as the block into each of its rows, as spreadsheets do.
 */
export function paste(
  sheet: Sheet,
  range: Range,
  table: readonly (readonly string[])[],
  shown = everyRow(sheet),
): Pasted {
  const { top, left, right } = cornersOf(range);
  const chosen = shownIn(range, shown).length;
  const height = table.length;
  const width = Math.max(0, ...table.map((line) => line.length));
  const isRepeated = width > 0 && chosen > 0 && chosen % height === 0 && (right - left + 1) % width === 0;
  const rows = isRepeated ? chosen : height;
  const columns = isRepeated ? right - left + 1 : width;
  const first = lineOf(top, shown);
  const into = shown.slice(first, first + rows);
  const values: Put[] = [];
  for (let down = 0; down < rows; down++) {
    for (let across = 0; across < columns; across++) {
      const text = table[down % height]?.[across % width];
      const column = COLUMNS[left + across];
      const row = into[down];
      if (text !== undefined && column && row !== undefined) values.push({ row, column, text });
    }
  }
  const lastColumn = Math.min(COLUMNS.length, left + columns) - 1;
  return {
    sheet: put(sheet, values, 'paste'),
    range: { from: { row: into[0] ?? top, column: left }, to: { row: into.at(-1) ?? top, column: lastColumn } },
    rows: into.length,
    cut: { rows: rows - into.length, columns: Math.max(0, left + columns - COLUMNS.length) },
    locked: into.filter((row) => sheet.rows[row]?.locked !== null).length,
  };
}

/** Fills a block with the values of its first row; of a single row with those of the row above. */
export function fillDown(sheet: Sheet, range: Range, shown = everyRow(sheet)): Sheet {
  const { left, right } = cornersOf(range);
  const [first, ...below] = shownIn(range, shown);
  if (first === undefined) return sheet;
  const isOne = below.length === 0;
  const source = isOne ? shown[lineOf(first, shown) - 1] : first;
  const cells = source === undefined ? undefined : sheet.rows[source]?.cells;
  if (!cells) return sheet;
  const values: Put[] = [];
  for (const row of isOne ? [first] : below) {
    for (const column of COLUMNS.slice(left, right + 1)) values.push({ row, column, text: cells[column] });
  }
  return put(sheet, values, 'fill');
}

/** Empties the cells of a block that may be empty. */
export function clear(sheet: Sheet, range: Range, shown = everyRow(sheet)): Sheet {
  const { left, right } = cornersOf(range);
  const values: Put[] = [];
  for (const row of shownIn(range, shown)) {
    for (const column of COLUMNS.slice(left, right + 1)) {
      if (column !== 'picture' && column !== 'status') values.push({ row, column, text: '' });
    }
  }
  return put(sheet, values, 'clear');
}

/** Whether a cell has another value than the stored one. */
export const isChanged = (row: SheetRow, column: Column): boolean => row.cells[column] !== row.base[column];

/** The changed columns of a row. */
export const changedIn = (row: SheetRow): Column[] => COLUMNS.filter((column) => isChanged(row, column));

/** Takes all rows back to what is stored, also where nothing can be changed by now. */
export function discard(sheet: Sheet): Sheet {
  const values = sheet.rows.flatMap((row, at) =>
    changedIn(row).map((column): Put => ({ row: at, column, text: row.base[column] })),
  );
  return stepped(sheet, values, 'discard', true);
}

/**
 * Rows as they are stored by now: cells without a change of one's own follow, others keep what was typed, beside what stands there
 * by now where that is another value, or where it cannot be changed any more.
 */
export function renewed(sheet: Sheet, ads: readonly Ad[], rowOf: (ad: Ad) => SheetRow): Sheet {
  const known = new Map(ads.map((ad) => [ad.id, ad]));
  const rows = sheet.rows.map((row) => {
    const ad = known.get(row.ad.id);
    if (!ad) return row;
    const fresh = rowOf(ad);
    const kept = changedIn(row).filter((column) => row.cells[column] !== fresh.cells[column]);
    const differ = kept.filter(
      (name) => fresh.base[name] !== row.base[name] || row.theirs?.[name] !== undefined || !isOpen(fresh, name),
    );
    return {
      ...fresh,
      cells: { ...fresh.cells, ...Object.fromEntries(kept.map((name) => [name, row.cells[name]])) },
      ...(differ.length > 0 ? { theirs: Object.fromEntries(differ.map((name) => [name, fresh.base[name]])) } : {}),
    };
  });
  return { ...sheet, rows };
}

/**
 * Rows that were saved: what is stored is what they have now, and what was typed since they were sent. What was done before
 * cannot be taken back.
 */
export function saved(
  sheet: Sheet,
  ads: readonly Ad[],
  rowOf: (ad: Ad) => SheetRow,
  sent: readonly SheetRow[] = sheet.rows,
): Sheet {
  const known = new Map(ads.map((ad) => [ad.id, ad]));
  const cellsSent = new Map(sent.map(({ ad, cells }) => [ad.id, cells]));
  const rows = sheet.rows.map((row) => {
    const ad = known.get(row.ad.id);
    if (!ad) return row;
    const fresh = rowOf(ad);
    const before = cellsSent.get(ad.id) ?? row.cells;
    const typed = COLUMNS.filter((column) => row.cells[column] !== before[column]);
    return { ...fresh, cells: { ...fresh.cells, ...Object.fromEntries(typed.map((name) => [name, row.cells[name]])) } };
  });
  return { rows, past: [], future: [] };
}

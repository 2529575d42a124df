import { expect, test } from 'vitest';
import type { Ad } from '~/api/sdk';
import { AdStatus } from '~/api/words';
import {
  changedIn,
  clear,
  conflictsIn,
  discard,
  fillDown,
  following,
  isOpen,
  keepMine,
  moved,
  paste,
  put,
  putOne,
  putTyped,
  redo,
  renewed,
  type Sheet,
  type SheetRow,
  saved,
  takeTheirs,
  undo,
  valuesIn,
} from './model';
import { replaceAll } from './replace';
import {
  backOf,
  bodyOf,
  countryBidsOf,
  problemOf,
  rowOf,
  sheetOf,
  steppedBid,
  summaryOf,
  toldOf,
  waitingAgain,
} from './rows';
import { readTsv, writeTsv } from './tsv';

const TERMS = { unit: 'dollar', decimals: 3, minimum: 1 } as const;
const HASHES = ['a'.repeat(64), 'b'.repeat(64)] as const;

const ad = (id: number, more: Partial<Ad> = {}) =>
  ({
    id,
    title: `Title number ${id} which is long enough`,
    short_description: `Words ${id}`,
    original_url: `https://shop.example/${id}`,
    one_bid_for_all_geo: id,
    bid_mode: 'by_hand',
    bids: [],
    media_contents: [],
    status_id: AdStatus.Launched,
    supported_block_format_types: [1, 16],
    version: 1,
    ...more,
  }) as unknown as Ad;

const sheet = (...more: Partial<Ad>[]): Sheet =>
  sheetOf(
    [1, 2, 3, 4].map((id, at) => ad(id, more[at])),
    TERMS,
  );

const at = (row: number, column: number) => ({ row, column });
const block = (top: number, left: number, bottom = top, right = left) => ({
  from: at(top, left),
  to: at(bottom, right),
});
const titles = ({ rows }: Sheet) => rows.map(({ cells }) => cells.title);

test('what a spreadsheet copies is read and written', () => {
  expect(readTsv('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(readTsv('"two\nlines"\t"say ""hi"""\n\tx')).toEqual([
    ['two\nlines', 'say "hi"'],
    ['', 'x'],
  ]);
  expect(readTsv('5" screen\t"open')).toEqual([['5" screen', '"open']]);
  const table = [
    ['a\tb', 'c"d'],
    ['', 'e'],
  ];
  expect(readTsv(writeTsv(table))).toEqual(table);
});

test('a table is pasted from a cell on, cut at the edges, and taken back at once', () => {
  const before = sheet();
  const {
    sheet: after,
    range,
    cut,
  } = paste(before, block(2, 4), [
    ['5', 'Stopped', 'too much'],
    ['6', 'Stopped', ''],
    ['7', '', ''],
  ]);
  expect(valuesIn(after, block(2, 4, 3, 5))).toEqual([
    ['5', 'Stopped'],
    ['6', 'Stopped'],
  ]);
  expect([range, cut]).toEqual([block(2, 4, 3, 5), { rows: 1, columns: 1 }]);
  expect(undo(after).rows).toEqual(before.rows);
  expect(redo(undo(after)).rows).toEqual(after.rows);
});

test('one value goes into each cell of a block, a line into each of its rows', () => {
  expect(valuesIn(paste(sheet(), block(0, 4, 3, 4), [['9']]).sheet, block(0, 4, 3, 4))).toEqual([
    ['9'],
    ['9'],
    ['9'],
    ['9'],
  ]);
  const lines = paste(sheet(), block(1, 1, 2, 2), [['T', 'D']]).sheet;
  expect(valuesIn(lines, block(1, 1, 2, 2))).toEqual([
    ['T', 'D'],
    ['T', 'D'],
  ]);
});

test('locked rows stay', () => {
  const before = sheet({}, { status_id: AdStatus.InModeration });
  const { sheet: after, locked } = paste(before, block(0, 1, 2, 1), [['X']]);
  expect(titles(after)[1]).toBe(titles(before)[1]);
  expect([titles(after)[0], locked]).toEqual(['X', 1]);
});

test('a bid that follows something stays, and says why', () => {
  const before = sheet({ bid_mode: 'earnings' });
  const [automatic] = before.rows;
  expect(automatic?.fixed?.bid).toBe('Follows earnings. Set it to “By hand” first.');
  const after = put(
    before,
    [0, 1].map((row) => ({ row, column: 'bid', text: '7' })),
    'bids',
  );
  expect(after.rows.slice(0, 2).map(({ cells }) => cells.bid)).toEqual([automatic?.base.bid, '7']);
  expect(isOpen(after.rows[0] as SheetRow, 'title')).toBe(true);
});

test('a block is filled from its first row, a single cell from the row above', () => {
  const [first] = titles(sheet());
  expect(titles(fillDown(sheet(), block(0, 1, 2, 1))).slice(0, 3)).toEqual([first, first, first]);
  expect(titles(fillDown(sheet(), block(1, 1)))[1]).toBe(first);
  const top = sheet();
  expect(fillDown(top, block(0, 1))).toBe(top);
});

test('steps are undone and redone one by one; a new one ends what could be redone', () => {
  const one = put(sheet(), [{ row: 0, column: 'title', text: 'One' }], 'type');
  const two = put(one, [{ row: 0, column: 'title', text: 'Two' }], 'type');
  expect(titles(undo(two))[0]).toBe('One');
  expect(titles(undo(undo(two)))[0]).toBe(titles(sheet())[0]);
  expect(undo(undo(undo(two))).rows).toEqual(sheet().rows);
  const other = put(undo(two), [{ row: 1, column: 'title', text: 'Other' }], 'type');
  expect(other.future).toEqual([]);
  expect(changedIn(discard(other).rows[0] as never)).toEqual([]);
  expect(put(one, [{ row: 0, column: 'title', text: 'One' }], 'type')).toBe(one);
});

test('a text is replaced wherever it stands, its signs as they are', () => {
  const start = put(sheet(), [{ row: 0, column: 'title', text: 'Was $1.50 (now)' }], 'type');
  const { sheet: after, count } = replaceAll(start, '$1.50 (', '$2 & [', ['title'], false);
  expect([titles(after)[0], count]).toEqual(['Was $2 & [now)', 1]);
  expect(replaceAll(sheet(), 'TITLE', 'x', ['title'], true).count).toBe(0);
  expect(replaceAll(sheet(), 'TITLE', 'x', ['title'], false).count).toBe(4);
  expect(replaceAll(sheet(), '', 'x', ['title'], false).count).toBe(0);
});

test('only changed cells are checked, and only rows without a mistake are sent', () => {
  const start = sheet({ title: 'Short', original_url: 'nowhere' }, {}, { bids: [{ country_code: 'DE', bid: 2 }] });
  expect(summaryOf(start, TERMS, new Map())).toMatchObject({ cells: 0, ads: 0, wrong: [], again: 0 });
  const edited = put(
    start,
    [
      { row: 0, column: 'bid', text: '2,50' },
      { row: 1, column: 'title', text: 'Too short' },
      { row: 1, column: 'bid', text: '3' },
      { row: 2, column: 'bid', text: '1,2' },
      { row: 3, column: 'original_url', text: 'https://other.example/' },
      { row: 3, column: 'status', text: 'Stopped' },
    ],
    'type',
  );
  const summary = summaryOf(edited, TERMS, new Map());
  expect(summary).toMatchObject({ cells: 6, ads: 4, again: 1 });
  expect(summary.wrong.map(({ row, column }) => [row, column])).toEqual([[1, 'title']]);
  expect(summary.ready.map((row) => bodyOf(row, TERMS))).toEqual([
    { id: 1, version: 1, one_bid_for_all_geo: 2.5 },
    { id: 3, version: 1, one_bid_for_all_geo: 1.2, replace_country_bids: true },
    { id: 4, version: 1, original_url: 'https://other.example/', status_id: AdStatus.Stopped },
  ]);
});

test.each([
  ['title', 'x'.repeat(76), '76 of 25 to 75: 1 too many'],
  ['title', 'x'.repeat(22), '22 of 25 to 75: 3 too few'],
  ['short_description', 'x'.repeat(141), '141 of 140: 1 too many'],
  ['original_url', 'shop', 'Begins with https:// and has no blanks'],
  ['bid', '', 'A bid is needed'],
  ['bid', '0,5', 'At least $1,00'],
  ['bid', '2', null],
  ['picture', 'x', 'Choose a file, or copy a picture of this sheet'],
  ['picture', HASHES.join('/'), null],
  ['status', 'Banned', 'Launched or Stopped'],
] as const)('%s “%s”: %s', (column, text, expected) => {
  const [row] = put(sheet(), [{ row: 0, column, text }], 'type').rows;
  expect(row && problemOf(row, column, TERMS)).toBe(expected);
});

test('what the server said stands at its cell; another version keeps what was typed', () => {
  const refused = (more: object) => ({ id: 1, detail: 'no', errors: {}, current_version: null, ...more });
  expect(toldOf(refused({ errors: { one_bid_for_all_geo: ['is too low'] } }))).toEqual({ bid: 'Is too low' });
  expect(toldOf(refused({ detail: 'it is archived' }))).toEqual({ row: 'It is archived' });
  expect(toldOf(refused({ current_version: 3 })).row).toMatch(/meanwhile/);
  const edited = put(sheet(), [{ row: 0, column: 'title', text: 'Mine' }], 'type');
  const after = saved(edited, [ad(1, { title: 'Mine', version: 2 })], rowOf(TERMS));
  expect([changedIn(after.rows[0] as never), after.rows[0]?.ad.version, after.past]).toEqual([[], 2, []]);
});

test('bids are changed by percent and to an amount', () => {
  expect(steppedBid(1.234, { kind: 'percent', value: 10 }, 3)).toBe(1.357);
  expect(steppedBid(1.234, { kind: 'percent', value: -50 }, 3)).toBe(0.617);
  expect(steppedBid(0, { kind: 'set', value: 2.5 }, 3)).toBe(2.5);
});

test('what is done goes by the rows that are shown', () => {
  const before = sheet();
  const shown = [0, 2, 3];
  const [first, hidden] = titles(before);
  expect(titles(fillDown(before, block(0, 1, 3, 1), shown))).toEqual([first, hidden, first, first]);
  expect(titles(fillDown(before, block(2, 1), shown))[2]).toBe(first);
  expect(titles(clear(before, block(0, 1, 2, 1), shown))[1]).toBe(hidden);
  const pasted = paste(before, block(0, 1), [['a'], ['b'], ['c'], ['d']], shown);
  expect(titles(pasted.sheet)).toEqual(['a', hidden, 'b', 'c']);
  expect([pasted.rows, pasted.cut.rows]).toEqual([3, 1]);
  expect(moved(shown, at(0, 1), 1, 0)).toEqual(at(2, 1));
  expect(following(shown, at(0, 5), 1)).toEqual(at(2, 0));
  expect(following(shown, at(0, 0), -1)).toBeNull();
  expect(following(shown, at(3, 5), 1)).toBeNull();
});

test('what was typed while it was saved stays, as a change of what is stored by now', () => {
  const sent = put(sheet(), [{ row: 0, column: 'title', text: 'The title that was sent' }], 'type');
  const meanwhile = put(sent, [{ row: 0, column: 'bid', text: '7' }], 'type');
  const stored = ad(1, { title: 'The title that was sent', version: 2 });
  const after = saved(meanwhile, [stored], rowOf(TERMS), sent.rows);
  const [row] = after.rows;
  expect(row?.cells.bid).toBe('7');
  expect(row && changedIn(row)).toEqual(['bid']);
  expect(row?.ad.version).toBe(2);
});

test('what was saved goes back with the versions of the answer, as far as it can', () => {
  const germany = { bids: [{ country_code: 'DE', bid: 2 }], one_bid_for_all_geo: null } as unknown as Partial<Ad>;
  const before = sheet({}, germany, { status_id: AdStatus.Stopped });
  const edited = put(
    before,
    [
      { row: 0, column: 'title', text: 'Another title which is long enough' },
      { row: 0, column: 'status', text: 'Stopped' },
      { row: 1, column: 'bid', text: '3' },
      { row: 2, column: 'status', text: 'Launched' },
    ],
    'edit',
  );
  const sent = edited.rows.filter((row) => changedIn(row).length > 0);
  const answer = [
    // What has another title waits for a moderator, and has no status to choose.
    ad(1, { title: 'Another title which is long enough', status_id: AdStatus.Waiting, version: 2 }),
    ad(2, { one_bid_for_all_geo: 3, version: 2 }),
    ad(3, { status_id: AdStatus.Launched, version: 2 }),
  ];
  const { rows, left } = backOf(sent, answer, TERMS);
  expect(rows.map((row) => bodyOf(row, TERMS))).toEqual([
    { id: 1, version: 2, title: 'Title number 1 which is long enough' },
    { id: 3, version: 2, status_id: AdStatus.Stopped },
  ]);
  expect(countryBidsOf(sent, answer).map((row) => row.ad.id)).toEqual([2]);
  // The status of the first has no way back while it waits, which is said.
  expect([left, waitingAgain(sent, answer)]).toEqual([[1], 1]);
});

test('of what was changed here and elsewhere both values stand, and one is chosen', () => {
  const typed = put(
    sheet(),
    [
      { row: 0, column: 'title', text: 'What I typed, which is long enough' },
      { row: 0, column: 'bid', text: '7' },
    ],
    'type',
  );
  const now = ad(1, { title: 'What another one typed meanwhile, and stored', short_description: 'Theirs', version: 2 });
  const both = renewed(typed, [now], rowOf(TERMS));
  const [conflict, ...others] = conflictsIn(both);
  expect(others).toEqual([]);
  expect(conflict).toMatchObject({ row: 0, column: 'title', theirs: 'What another one typed meanwhile, and stored' });
  // What only one of both has changed is no question.
  expect([both.rows[0]?.cells.short_description, both.rows[0]?.cells.bid]).toEqual(['Theirs', '7']);
  // Nothing is replaced unseen: the row waits, also when it is asked for once more.
  expect(summaryOf(both, TERMS, new Map()).ready).toEqual([]);
  expect(conflictsIn(renewed(both, [now], rowOf(TERMS)))).toHaveLength(1);
  const all = conflictsIn(both);
  const mine = keepMine(both, all);
  expect([conflictsIn(mine), changedIn(mine.rows[0] as SheetRow)]).toEqual([[], ['title', 'bid']]);
  expect(summaryOf(mine, TERMS, new Map()).ready).toHaveLength(1);
  const theirs = takeTheirs(both, all);
  expect([conflictsIn(theirs), changedIn(theirs.rows[0] as SheetRow)]).toEqual([[], ['bid']]);
  // Typing anew is a choice too.
  expect(
    conflictsIn(putOne(both, { row: 0, column: 'title', text: 'A third text, which is long enough' }, 'type')),
  ).toEqual([]);
});

test('what is done to many cells at once chooses nothing, nor does a way back', () => {
  const typed = put(sheet(), [{ row: 0, column: 'title', text: 'What I typed, which is long enough' }], 'type');
  const now = ad(1, { title: 'What another one typed meanwhile, and stored', version: 2 });
  const both = renewed(typed, [now], rowOf(TERMS));
  const asked = conflictsIn(both);
  const replaced = replaceAll(both, 'typed', 'wrote', ['title'], true).sheet;
  expect(conflictsIn(replaced)).toMatchObject([{ mine: 'What I wrote, which is long enough', theirs: now.title }]);
  expect(summaryOf(replaced, TERMS, new Map()).ready).toEqual([]);
  expect(conflictsIn(undo(replaced))).toEqual(asked);
  expect(conflictsIn(undo(takeTheirs(both, asked)))).toEqual(asked);
  expect(conflictsIn(redo(undo(takeTheirs(both, asked))))).toEqual([]);
  expect(conflictsIn(undo(discard(both)))).toEqual(asked);
  const third = putOne(both, { row: 0, column: 'title', text: 'A third text, which is long enough' }, 'type');
  expect([conflictsIn(undo(third)), conflictsIn(redo(undo(third)))]).toEqual([asked, []]);
  // What was stored when it was typed is by now another one's text.
  expect(conflictsIn(undo(both))).toMatchObject([{ mine: 'Title number 1 which is long enough', theirs: now.title }]);
});

test('what cannot be changed any more is not sent, and goes back', () => {
  const typed = put(
    sheet(),
    [
      { row: 0, column: 'bid', text: '7' },
      { row: 1, column: 'title', text: 'What I typed, which is long enough' },
    ],
    'type',
  );
  const closed = [ad(1, { bid_mode: 'earnings', version: 2 }), ad(2, { status_id: AdStatus.InModeration, version: 2 })];
  const after = renewed(typed, closed, rowOf(TERMS));
  const asked = conflictsIn(after);
  expect(asked.map(({ row, column }) => [row, column])).toEqual([
    [0, 'bid'],
    [1, 'title'],
  ]);
  const { ready, wrong } = summaryOf(keepMine(after, asked), TERMS, new Map());
  expect([ready, wrong.map(({ text }) => text)]).toEqual([
    [],
    ['Follows earnings. Set it to “By hand” first.', 'A moderator has it open.'],
  ]);
  for (const back of [discard(after), takeTheirs(after, asked)])
    expect(summaryOf(back, TERMS, new Map()).cells).toBe(0);
});

test('what is stored while a cell is open is asked of, and what was typed is not lost', () => {
  const before = sheet();
  const text = 'What I typed, which is long enough';
  const seen = { text: 'Title number 1 which is long enough', base: 'Title number 1 which is long enough' };
  const value = { row: 0, column: 'title', text } as const;
  const now = ad(1, { title: 'What another one typed meanwhile, and stored', version: 2 });
  const meanwhile = renewed(before, [now], rowOf(TERMS));
  const asked = putTyped(meanwhile, value, seen);
  expect(conflictsIn(asked)).toMatchObject([{ mine: text, theirs: now.title }]);
  expect(summaryOf(asked, TERMS, new Map()).ready).toEqual([]);
  expect([titles(undo(asked))[0], conflictsIn(undo(asked))]).toEqual([now.title, []]);
  expect(conflictsIn(redo(undo(asked)))).toHaveLength(1);
  // Who typed nothing has changed nothing, and who saw it has chosen.
  expect(putTyped(meanwhile, { ...value, text: seen.text }, seen)).toBe(meanwhile);
  expect(conflictsIn(putTyped(meanwhile, value, { text: now.title, base: now.title }))).toEqual([]);
  // What was saved meanwhile is what stood there.
  const mine = ad(1, { title: 'The title that was sent', version: 2 });
  const own = { text: 'The title that was sent ', base: seen.base };
  const sent = put(before, [{ ...value, text: own.text }], 'type');
  expect(conflictsIn(putTyped(saved(sent, [mine], rowOf(TERMS)), value, own))).toEqual([]);

  const locked = renewed(before, [ad(1, { status_id: AdStatus.InModeration, version: 2 })], rowOf(TERMS));
  const kept = putTyped(locked, value, seen);
  const { ready, wrong } = summaryOf(kept, TERMS, new Map());
  expect([titles(kept)[0], ready, wrong.map((one) => one.text)]).toEqual([text, [], ['A moderator has it open.']]);
  for (const back of [undo(kept), discard(kept)]) expect(titles(back)[0]).toBe(seen.text);
});

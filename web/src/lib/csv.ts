/** Files for spreadsheets, as the server writes them: RFC 4180 with `;` and decimal commas, text cells without formulas. */

/** What parts the cells of a line. */
export const SIGN = ';';

/** With which a spreadsheet knows the file's letters. */
const MARK = '\ufeff';

/** A text that no spreadsheet takes for a formula: an apostrophe goes before what would begin one (OWASP, "CSV injection"). */
const neutralised = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

/** Decimals that a file has at most: those of the ledger. */
const DECIMALS = 6;

/** What stands in a cell: a number is plain, nothing is an empty cell. */
export type CsvValue = string | number | null | undefined;

const quoted = (cell: string) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Cells that are written as they are, as a line. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(SIGN)}\r\n`;

/** What a value is in a cell. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return neutralised(value);
  if (!Number.isFinite(value)) return '';
  return value
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
    .replace('.', ',');
}

/** The text of a file. */
export const csvText = (headings: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [MARK, csvLine(headings.map(neutralised)), ...rows.map((row) => csvLine(row.map(csvCell)))].join('');

/** The cells of a file, line by line, as RFC 4180 writes them: quotes hold signs, ends of lines and doubled quotes. */
export function* cellsOf(text: string): Generator<string[], undefined> {
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    } else {
      const end = /[;\r\n]/g;
      end.lastIndex = at;
      const found = end.exec(text)?.index ?? text.length;
      cell = text.slice(at, found);
      at = found;
    }
    line.push(cell);
    if (text[at] === SIGN) {
      at += 1;
      if (at === text.length) line.push('');
      if (at < text.length) continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    yield line;
    line = [];
  }
  return undefined;
}

/** A column of a file that is made of another: the key that heads it there, what it is called, and what its cells say. */
export interface PickedColumn {
  key: string;
  label: string;
  said?(cell: string): string;
}

/** A file of the server with some of its columns, in another order and under other names; those that it does not have are left out. */
export function pickColumns(text: string, wanted: (head: readonly string[]) => readonly PickedColumn[]): string {
  const lines = cellsOf(text.replace(/^\ufeff/, ''));
  const head: string[] = lines.next().value ?? [];
  if (head.length === 0) return text;
  const columns = wanted(head).flatMap(({ key, label, said = (cell) => cell }) => {
    const at = head.indexOf(key);
    return at < 0 ? [] : [{ at, label, said }];
  });
  let out = `${MARK}${csvLine(columns.map(({ label }) => label))}`;
  for (const line of lines) out += csvLine(columns.map(({ at, said }) => said(line[at] ?? '')));
  return out;
}

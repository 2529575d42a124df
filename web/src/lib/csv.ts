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

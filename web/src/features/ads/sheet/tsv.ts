/** Tables as spreadsheets put them on the clipboard: lines of cells between tabs, cells with breaks in quotes. Pure. */

/** The most lines that are pasted. */
export const LINES_MAX = 2_000;

/** Reads what a spreadsheet copied; a last empty line counts for nothing. */
export function readTsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length && lines.length < LINES_MAX; at++) {
    const sign = source[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '' && closes(source, at)) isQuoted = true;
    else if (sign === '\t') {
      line.push(cell);
      cell = '';
    } else if (sign === '\n') {
      lines.push([...line, cell]);
      line = [];
      cell = '';
    } else cell += sign;
  }
  if (line.length > 0 || cell !== '') lines.push([...line, cell]);
  return lines.slice(0, LINES_MAX);
}

/** Whether a quote at the beginning of a cell has another one at its end: else it is a sign like any other. */
function closes(text: string, at: number): boolean {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] !== '"') continue;
    if (text[end + 1] === '"') end++;
    else return end + 1 === text.length || text[end + 1] === '\t' || text[end + 1] === '\n';
  }
  return false;
}

const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes cells as a spreadsheet takes them. */
export const writeTsv = (table: readonly (readonly string[])[]): string =>
  table.map((line) => line.map(quoted).join('\t')).join('\n');

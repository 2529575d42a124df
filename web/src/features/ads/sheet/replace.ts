/** Words of the sheet, found and replaced. Pure. */
import { type Column, type Put, put, type Sheet } from './model';

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

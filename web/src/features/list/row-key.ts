/** What tells rows apart. */
import type { Things } from './spec';

/** The id of a row. */
export const idOfRow = <Row extends object>({ rowId }: Pick<Things<Row>, 'rowId'>, row: Row): string =>
  rowId ? rowId(row) : String((row as { id?: unknown }).id);

/** What tells a row apart from those of all lists. */
export const keyOfRow = <Row extends object>(things: Pick<Things<Row>, 'rowId' | 'noun'>, row: Row): string =>
  `${things.noun[0]} ${idOfRow(things, row)}`;

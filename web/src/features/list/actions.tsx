import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import type { Change } from './change';
import type { ListAction } from './spec';

/** How rows are spoken of at the beginning of a sentence. */
export const itsOrTheir = (rows: readonly unknown[]): string => (rows.length === 1 ? 'Its' : 'Their');

/** What becomes of rows that deliver until then. */
export const theyStop = (rows: readonly unknown[]): string =>
  rows.length === 1
    ? 'It stops within a second and leaves your lists.'
    : 'They stop within a second and leave your lists.';

/** The action that deletes rows, with what is said before. */
export const deletion = <Row,>(
  work: Pick<Change<Row>, 'each' | 'all'>,
  words: (rows: readonly Row[]) => string,
): ListAction<Row> => ({
  label: 'Delete',
  icon: IconTrash,
  bad: true,
  change: {
    ...work,
    done: 'deleted',
    leaves: true,
    ask: (rows) => ({ body: words(rows), icon: <IconTrash size={16} aria-hidden /> }),
  },
});

/** The pair of actions that put rows away and bring them back; each one is the other's way back. */
export const archiving = <Row,>(
  isArchived: (row: Row) => boolean,
  putAway: Change<Row>['each'] & {},
  bringBack: Change<Row>['each'] & {},
): ListAction<Row>[] => {
  const archive: Change<Row> = { done: 'archived', each: putAway, leaves: true, undo: () => restore };
  const restore: Change<Row> = { done: 'restored', each: bringBack, leaves: true, undo: () => archive };
  return [
    { label: 'Restore', icon: IconArchiveOff, when: isArchived, change: restore },
    { label: 'Archive', icon: IconArchive, when: (row) => !isArchived(row), change: archive },
  ];
};

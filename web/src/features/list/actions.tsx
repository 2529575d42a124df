import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, errorText, toApiError } from '~/api/problem';
import { capital } from '~/lib/format';
import type { Change } from './change';
import type { ListAction, Noun, Wish } from './spec';

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
  back?: Pick<Change<Row>, 'each' | 'all'>,
): ListAction<Row> => ({
  label: 'Delete',
  icon: IconTrash,
  bad: true,
  change: {
    ...work,
    done: 'deleted',
    leaves: true,
    ask: (rows) => ({ body: words(rows), icon: <IconTrash size={16} aria-hidden /> }),
    ...(back && {
      undo: () => ({
        ...back,
        done: 'restored',
        told: () => ({ title: 'It is there again', detail: 'It is stopped: start it when it shall deliver.' }),
      }),
    }),
  },
});

/** Does the start of one row, whose call may take many. */
const startOne = <Row,>({ start: { each, all } }: Wish<Row>, row: Row, client: QueryClient) =>
  each?.(row, client) ?? all?.([row], client);

/**
 * The pair of actions that put rows away and bring them back; each one is the other's way back. What is brought back is
 * stopped, which is said; undoing starts again what ran.
 */
export const archiving = <Row,>(
  [one]: Noun,
  wish: Wish<Row>,
  isArchived: (row: Row) => boolean,
  putAway: Change<Row>['each'] & {},
  bringBack: Change<Row>['each'] & {},
): ListAction<Row>[] => {
  const title = `${capital(one)} restored`;
  const archive: Change<Row> = { done: 'archived', each: putAway, leaves: true, undo: () => asBefore };
  const restore: Change<Row> = {
    done: 'restored',
    each: bringBack,
    leaves: true,
    undo: () => archive,
    told: () => ({ title, detail: 'It is stopped: start it when it shall deliver.' }),
  };
  const asBefore: Change<Row> = {
    ...restore,
    each: async (row, client) => {
      await bringBack(row, client);
      if (!wish.isOn(row)) return;
      await startOne(wish, row, client)?.catch((error: unknown) => {
        const { status } = toApiError(error);
        throw new ApiError({ status, detail: `It is restored, but stopped: ${errorText(error)}` });
      });
    },
    told: (row) => ({ title, detail: wish.isOn(row) ? 'It is started again.' : 'It is stopped, as before.' }),
  };
  return [
    { label: 'Restore', icon: IconArchiveOff, when: isArchived, change: restore },
    { label: 'Archive', icon: IconArchive, when: (row) => !isArchived(row), change: archive },
  ];
};

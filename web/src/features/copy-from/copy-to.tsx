import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import { plural } from '~/lib/format';
import { askBy, closeDialog } from '~/ui/dialogs';
import type { Change } from '../list/change';
import type { Things } from '../list/spec';
import { useChanges } from '../list/use-changes';
import { Choices } from './copy-list';

/** A copy as its call answers it. */
interface Made {
  id: number;
  version: number;
}

/** What is copied where: rows into one campaign, or into one group. */
interface Copied<Row extends object> {
  things: Things<Row>;
  rows: readonly Row[];
  where: 'campaign' | 'group';
  /** Copies a row into what was chosen. */
  copy(row: Row, to: number, client: QueryClient): Promise<Made>;
  /** A copy as it is now. */
  now(id: number, client: QueryClient): Promise<Made>;
  /** Deletes a copy. */
  remove(id: number, client: QueryClient): Promise<unknown>;
}

/** The copying into what was chosen; its way back deletes the copies that nobody has changed since. */
function copying<Row extends object>(
  { copy, now, remove }: Copied<Row>,
  to: { id: number; name: string },
): Change<Row> {
  const made = new Map<Row, Made>();
  return {
    done: `copied to “${to.name}”, not started`,
    each: async (row, client) => {
      made.set(row, await copy(row, to.id, client));
    },
    undo: () => ({
      done: 'rid of the copy',
      look: async (row, client) => {
        const one = made.get(row);
        if (one && (await now(one.id, client)).version !== one.version) {
          throw new ApiError({ status: 409, detail: 'Its copy was changed since, and stays.' });
        }
      },
      each: async (row, client) => {
        const one = made.get(row);
        if (one) await remove(one.id, client);
      },
    }),
  };
}

function CopyTo<Row extends object>({ id, copied }: { id: string; copied: Copied<Row> }) {
  const { act } = useChanges(copied.things);
  return (
    <Choices
      what={copied.where}
      isTarget
      onChoose={(to) => {
        closeDialog(id);
        act('Copy', copying(copied, to), copied.rows);
      }}
    />
  );
}

/** Asks for the campaign or the group that rows are copied into. */
export function askCopyTo<Row extends object>(copied: Copied<Row>): void {
  askBy(
    `Copy ${plural(copied.rows.length, ...copied.things.noun)} into a ${copied.where}`,
    (id) => <CopyTo id={id} copied={copied} />,
    460,
  );
}

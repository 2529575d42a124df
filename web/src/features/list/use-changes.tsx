import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorText } from '~/api/problem';
import { capital, plural } from '~/lib/format';
import { confirm } from '~/ui/confirm';
import { toast, toastError } from '~/ui/toast';
import { type Change, carryOut, type Outcome, patchCached } from './change';
import type { Things } from './spec';
import { inTurn, isInTurn } from './turns';

/** Refused rows that are told by name; the rest is counted. */
const NAMED = 3;

/** The id of a row. */
export const idOfRow = <Row extends object>({ rowId }: Pick<Things<Row>, 'rowId'>, row: Row): string =>
  rowId ? rowId(row) : String((row as { id?: unknown }).id);

/** What tells a row apart from those of all lists. */
const keyOf = <Row extends object>(things: Things<Row>, row: Row) => `${things.noun[0]} ${idOfRow(things, row)}`;

/** "3 campaigns", or "Campaign" where it is one. */
const howMany = ([one, many]: Things<object>['noun'], count: number) =>
  count === 1 ? capital(one) : plural(count, one, many);

/** Who was refused, by name and with the reason of each. */
function Refusals<Row extends object>({ things, refused }: { things: Things<Row>; refused: Outcome<Row>['refused'] }) {
  const more = refused.length - NAMED;
  return (
    <ul>
      {refused.slice(0, NAMED).map(({ row, error }) => (
        <li key={idOfRow(things, row)}>
          “{things.rowName(row)}”: {errorText(error)}
        </li>
      ))}
      {more > 0 && <li>And {more} more.</li>}
    </ul>
  );
}

/** Says what came of a change; `undo` takes back what was done. */
function tell<Row extends object>(
  things: Things<Row>,
  change: Change<Row>,
  { done, refused }: Outcome<Row>,
  undo: (() => void) | undefined,
): void {
  const { noun } = things;
  const [one] = noun;
  const [first] = done;
  if (first && refused.length === 0) {
    const isOne = done.length === 1;
    if (isOne && change.quiet) return;
    const words = isOne ? change.told?.(first) : undefined;
    toast(words?.title ?? `${howMany(noun, done.length)} ${change.done}`, {
      detail: words?.detail,
      ...(undo ? { undo } : {}),
    });
    return;
  }
  if (!first && refused.length === 1) {
    toastError(`The ${one} was not ${change.done}`, refused[0]?.error);
    return;
  }
  const title = first
    ? `${howMany(noun, done.length)} ${change.done}, ${refused.length} not`
    : `None of the ${plural(refused.length, ...noun)} was ${change.done}`;
  toastError(title, undefined, {
    detail: <Refusals things={things} refused={refused} />,
    ...(first && undo ? { undo } : {}),
  });
}

/** How a change is done: its label is the verb of the question, `after` hears what came of it. */
export type Act<Row> = (
  label: string,
  change: Change<Row>,
  rows: readonly Row[],
  after?: (outcome: Outcome<Row>) => void,
) => void;

/** Does changes to things: shows them at once where that can be guessed, asks before, tells what came of it, offers the way back. */
export function useChanges<Row extends object>(things: Things<Row>) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ change, rows }: { change: Change<Row>; rows: readonly Row[] }) =>
      inTurn(
        rows.map((row) => keyOf(things, row)),
        () => carryOut(change, rows, client),
      ),
    onMutate: ({ change: { guess }, rows }) =>
      guess && patchCached<Row>(client, things.told, (row) => idOfRow(things, row), rows, guess),
    onSuccess: ({ refused }, _what, putBack) => {
      // What is wished since stays on screen until it is answered itself.
      const back = refused.map(({ row }) => row).filter((row) => !isInTurn(keyOf(things, row)));
      if (back.length > 0) putBack?.(back);
    },
  });
  const act = useCallback<Act<Row>>(
    (label, change, rows, after) => {
      const finish = (outcome: Outcome<Row>) => {
        const { undo } = change;
        tell(things, change, outcome, undo && (() => act('Undo', undo(), outcome.done)));
        after?.(outcome);
      };
      if (!change.ask) {
        void mutateAsync({ change, rows }).then(finish);
        return;
      }
      const [first] = rows;
      confirm({
        title: `${label} ${rows.length === 1 && first ? `“${things.rowName(first)}”` : plural(rows.length, ...things.noun)}?`,
        action: `${label} ${rows.length}`,
        ...change.ask(rows),
        run: async () => {
          const outcome = await mutateAsync({ change, rows });
          // Nothing was done: the question stays, with the reason.
          if (outcome.done.length === 0) throw outcome.refused[0]?.error;
          finish(outcome);
        },
      });
    },
    [mutateAsync, things],
  );
  return { act, isPending };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, errorText } from '~/api/problem';
import { capital, plural } from '~/lib/format';
import { confirm } from '~/ui/confirm';
import { endUndo, toast, toastError } from '~/ui/toast';
import { type Change, carryOut, type Outcome } from './change';
import { CHANGES, endWish, type Sent, showDone } from './guess';
import { keyOfRow } from './row-key';
import type { Things } from './spec';
import { inTurn } from './turns';

/** Refused rows that are told by name; the rest is counted. */
const NAMED = 3;

/** "3 campaigns", or "Campaign" where it is one. */
const howMany = ([one, many]: Things<object>['noun'], count: number) =>
  count === 1 ? capital(one) : plural(count, one, many);

/** What is said of rows to which no answer came. */
const UNKNOWN = 'No answer came. What is shown is asked for again: look there before you try once more.';

/** Rows of which nothing is known to be done, each with why; those without a reason of their own come last. */
const troubles = <Row extends object>({ refused, unknown }: Outcome<Row>): { row: Row; text: string }[] => [
  ...refused.map(({ row, error }) => ({ row, text: errorText(error) })),
  ...unknown.map((row) => ({ row, text: UNKNOWN })),
];

/** "“Hats”: It is locked.", and how many more. */
function lines<Row extends object>(things: Things<Row>, outcome: Outcome<Row>): string[] {
  const all = troubles(outcome);
  const more = all.length - NAMED;
  return [
    ...all.slice(0, NAMED).map(({ row, text }) => `“${things.rowName(row)}”: ${text}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ];
}

/** Why not all of it was done, for whoever asked in a dialog; null where all of it was. Of one reason for all the names are left out. */
export function troubleText<Row extends object>(things: Things<Row>, outcome: Outcome<Row>): string | null {
  const all = troubles(outcome);
  const [first] = all;
  if (!first) return null;
  if (outcome.done.length === 0 && all.every(({ text }) => text === first.text)) return first.text;
  return lines(things, outcome).join(' ');
}

/** "Whether the campaign was stopped is not known", "2 campaigns archived, 1 not, 1 not known". */
function titleOf<Row extends object>(
  { noun }: Things<Row>,
  { done: words }: Change<Row>,
  { done, refused, unknown }: Outcome<Row>,
): string {
  const [one] = noun;
  if (done.length > 0) {
    return [
      `${howMany(noun, done.length)} ${words}`,
      ...(refused.length > 0 ? [`${refused.length} not`] : []),
      ...(unknown.length > 0 ? [`${unknown.length} not known`] : []),
    ].join(', ');
  }
  const count = refused.length + unknown.length;
  if (unknown.length > 0) {
    return `Whether the ${count === 1 ? `${one} was` : `${plural(count, ...noun)} were`} ${words} is not known`;
  }
  return count === 1 ? `The ${one} was not ${words}` : `None of the ${plural(count, ...noun)} was ${words}`;
}

/** The toast that offers the way back of the last change of a row. */
const waysBack = new Map<string, string>();

/** A row is changed anew: what was offered before would take back something else. */
function endWaysBack(keys: readonly string[]): void {
  for (const key of keys) {
    const toastId = waysBack.get(key);
    if (toastId) endUndo(toastId);
    waysBack.delete(key);
  }
}

/** Says what came of a change; `undo` takes back what was done. */
function tell<Row extends object>(
  things: Things<Row>,
  change: Change<Row>,
  outcome: Outcome<Row>,
  undo: (() => void) | undefined,
): void {
  const { done } = outcome;
  const offer = (toastId: string) => {
    if (undo) for (const row of done) waysBack.set(keyOfRow(things, row), toastId);
  };
  const [first] = done;
  const trouble = troubleText(things, outcome);
  const title = titleOf(things, change, outcome);
  if (first && trouble === null) {
    const isOne = done.length === 1;
    if (isOne && change.quiet) return;
    const words = isOne ? change.told?.(first) : undefined;
    offer(toast(words?.title ?? title, { detail: words?.detail, ...(undo ? { undo } : {}) }));
    return;
  }
  const isOne = !first && troubles(outcome).length === 1;
  const toastId = toastError(title, undefined, {
    detail: isOne ? (
      trouble
    ) : (
      <ul>
        {lines(things, outcome).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
    ...(first && undo ? { undo } : {}),
  });
  offer(toastId);
}

/** How a change is done: its label is the verb of the question, `after` hears what came of it. */
export type Act<Row> = (
  label: string,
  change: Change<Row>,
  rows: readonly Row[],
  after?: (outcome: Outcome<Row>) => void,
) => void;

/** Does a change for a form that asks for it: what was done is told, and the form itself says what was not. */
export type Carry<Row> = (change: Change<Row>, rows: readonly Row[]) => Promise<Outcome<Row>>;

/** The two ways to do a change: asked before and told here, or by a form of its own. */
function waysOf<Row extends object>(
  things: Things<Row>,
  send: (asked: { change: Change<Row>; rows: readonly Row[] }) => Promise<Outcome<Row>>,
): { act: Act<Row>; carry: Carry<Row> } {
  const finish = (change: Change<Row>, outcome: Outcome<Row>) => {
    const { undo } = change;
    tell(things, change, outcome, undo && (() => act('Undo', undo(), outcome.done)));
  };
  const act: Act<Row> = (label, change, rows, after) => {
    if (!change.ask) {
      void send({ change, rows }).then((outcome) => {
        finish(change, outcome);
        after?.(outcome);
      });
      return;
    }
    const [first] = rows;
    confirm({
      title: `${label} ${rows.length === 1 && first ? `“${things.rowName(first)}”` : plural(rows.length, ...things.noun)}?`,
      action: `${label} ${rows.length}`,
      ...change.ask(rows),
      run: async () => {
        const outcome = await send({ change, rows });
        // Nothing is known to be done: the question stays, with the reason.
        if (outcome.done.length === 0) throw new ApiError({ status: 409, detail: troubleText(things, outcome) ?? '' });
        finish(change, outcome);
        after?.(outcome);
      },
    });
  };
  const carry: Carry<Row> = async (change, rows) => {
    const outcome = await send({ change, rows });
    if (outcome.done.length > 0) finish(change, { done: outcome.done, refused: [], unknown: [] });
    return outcome;
  };
  return { act, carry };
}

/** Does changes to things: says which are under way, asks before, tells what came of it, offers the way back. */
export function useChanges<Row extends object>(things: Things<Row>) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationKey: CHANGES,
    mutationFn: ({ change, rows, keys, answered }: Sent<Row>) => {
      endWaysBack(keys);
      // What one row takes from all others is asked of one at a time.
      const turns = change.others ? [...keys, ...things.told] : keys;
      return inTurn(turns, (letGo) =>
        carryOut(change, rows, client, (row, isDone) => {
          const key = keyOfRow(things, row);
          if (isDone) showDone(client, things, change, [row]);
          endWish(client, answered, key);
          letGo(key);
        }),
      );
    },
    // What a row with an answer of its own looks like by now is perhaps the work of a later change.
    onSuccess: ({ done }, { change, answered }) =>
      showDone(
        client,
        things,
        change,
        done.filter((row) => !answered.has(keyOfRow(things, row))),
      ),
  });
  const ways = useMemo(
    () =>
      waysOf(things, ({ change, rows }) =>
        mutateAsync({ change, rows, keys: rows.map((row) => keyOfRow(things, row)), answered: new Set() }),
      ),
    [things, mutateAsync],
  );
  return { ...ways, isPending };
}

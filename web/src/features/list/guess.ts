/** What is wished of rows and not answered yet, and what rows look like between the answer to a wish and the next look at them. */
import { type QueryClient, type QueryKey, useMutationState } from '@tanstack/react-query';
import type { Question } from '~/api/queries';
import type { Pagination } from '~/api/types';
import type { Change } from './change';
import { allWithin } from './locally';
import { keyOfRow } from './row-key';
import type { Things } from './spec';

/** The key of all changes of rows. */
export const CHANGES: QueryKey = ['changes of rows'];

/** A change under way. */
export interface Sent<Row> {
  change: Change<Row>;
  rows: readonly Row[];
  /** What tells its rows apart from those of all lists. */
  keys: readonly string[];
  /** Keys of rows that have their answer already, while others wait for theirs. */
  answered: Set<string>;
}

/** Ends what is shown as under way of one row of a change. */
export function endWish(client: QueryClient, answered: Set<string>, key: string): void {
  answered.add(key);
  const cache = client.getMutationCache();
  const isIt = ({ state }: { state: { variables: unknown } }) =>
    (state.variables as Sent<unknown> | undefined)?.answered === answered;
  const mutation = cache.find({ mutationKey: CHANGES, predicate: isIt });
  // Whoever draws the row looks at changes again when one of them tells something.
  if (mutation) cache.notify({ type: 'updated', mutation, action: { type: 'continue' } });
}

/** Whether a key is that of an answer to one of the questions. */
const isOf = (questions: readonly Question[]) => {
  const ids: ReadonlySet<unknown> = new Set(questions);
  return ({ queryKey: [first] }: { queryKey: QueryKey }) =>
    typeof first === 'object' && first !== null && '_id' in first && ids.has(first._id);
};

/** Most answers have their rows, or the one thing, in `data`. */
type Cached<Row> = { data?: Row | Row[]; pagination?: Pagination } | undefined;

/** The rows of a list's answer; none of that about one thing. */
function rowsIn<Row extends object>({ within }: Things<Row>, answer: object | undefined): readonly Row[] {
  if (!answer) return [];
  if (within) return allWithin(within)(answer);
  const { data } = answer as Cached<Row> & {};
  return Array.isArray(data) ? data : [];
}

/** An answer of which some rows are left. Nothing is said of its page where it is awaited. */
export type Left<Answer> = Answer & { isAwaited?: true };

/** An answer without some of its rows. It is awaited where none is left on its page while other pages have some. */
export function without<Row, Answer extends { data: Row[]; pagination?: Pagination }>(
  answer: Answer,
  isOut: (row: Row) => boolean,
): Left<Answer> {
  const data = answer.data.filter((row) => !isOut(row));
  const { pagination } = answer;
  if (!pagination || data.length === answer.data.length) return { ...answer, data };
  const total = pagination.total - (answer.data.length - data.length);
  const isAwaited = data.length === 0 && total > 0;
  return { ...answer, data, pagination: { ...pagination, total }, ...(isAwaited ? { isAwaited } : {}) };
}

/**
 * Shows rows as a change that the server has confirmed leaves them, in every answer that holds them: they are asked for again when
 * the last change is through, and would look until then as if nothing had been done. What was asked for before and is on its way may
 * be older than the change: lists on the screen give it up. A question of one thing is never given up, since who asks it once more to
 * learn what is there now would be answered with what was there before.
 */
export function showDone<Row extends object>(
  client: QueryClient,
  things: Things<Row>,
  { guess, becomes = guess, others, gone }: Change<Row>,
  done: readonly Row[],
): void {
  if ((!becomes && !gone) || done.length === 0) return;
  const keys = new Set(done.map((row) => keyOfRow(things, row)));
  const isDone = (row: Row) => keys.has(keyOfRow(things, row));
  const patch = (row: Row): Row => (isDone(row) ? becomes?.(row) : others?.(row)) ?? row;
  const isTold = isOf(things.told);
  const hasDone = (cached: object | undefined) => rowsIn(things, cached).some(isDone);
  void client.cancelQueries({
    type: 'active',
    predicate: (query) => isTold(query) && hasDone(query.state.data as object | undefined),
  });
  client.setQueriesData<object>({ predicate: isTold }, (cached) => {
    if (!cached) return cached;
    if (things.within) {
      return things.within(cached, (rows) => (gone ? rows.filter((row) => !isDone(row)) : rows.map(patch)));
    }
    const { data } = cached as Cached<Row> & {};
    if (!data) return cached;
    if (!Array.isArray(data)) return { ...cached, data: patch(data) };
    return gone ? without({ ...cached, data }, isDone) : { ...cached, data: data.map(patch) };
  });
}

/** What tells rows that are on their way out: nothing was asked before, and no answer is there yet. */
export const useGoing = (): readonly string[] =>
  useMutationState({
    filters: {
      mutationKey: CHANGES,
      status: 'pending',
      predicate: ({ state }) => {
        const { change } = state.variables as Sent<unknown>;
        return change.gone === true && !change.ask;
      },
    },
    select: ({ state }) => {
      const { keys, answered } = state.variables as Sent<unknown>;
      return keys.filter((key) => !answered.has(key));
    },
  }).flat();

/** The row as it is wished, while the server has not confirmed it; undefined when nothing is under way. */
export function useWished<Row extends object>(things: Things<Row>, row: Row): Row | undefined {
  const key = keyOfRow(things, row);
  const guesses = useMutationState({
    filters: {
      mutationKey: CHANGES,
      status: 'pending',
      predicate: ({ state }) => {
        const { keys, answered } = state.variables as Sent<Row>;
        return keys.includes(key) && !answered.has(key);
      },
    },
    select: ({ state }) => (state.variables as Sent<Row>).change.guess,
  }).filter((guess) => guess !== undefined);
  return guesses.length > 0 ? guesses.reduce((wished, guess) => guess(wished), row) : undefined;
}

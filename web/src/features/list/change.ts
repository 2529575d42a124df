/** What can be done to rows, one by one or in one call, and what came of it. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '~/api/problem';
import { type MutationOf, make, type Question } from '~/api/queries';

/** Does it: to one row, or to all in one call. */
type Work<Rows> = (rows: Rows, client: QueryClient) => Promise<unknown>;

/** A change of rows. */
export interface Change<Row> {
  /** What rows are after it: "archived". */
  done: string;
  /** One call a row; those that are refused are told by name. */
  each?: Work<Row>;
  /** One call for all, which is done to all or to none: when it is refused, row by row, so that each hears its own reason. */
  all?: Work<readonly Row[]>;
  /** How a row will look: shown at once, put back when refused. */
  guess?(row: Row): Row;
  /** Asked before what cannot be undone. */
  ask?(rows: readonly Row[]): { body: ReactNode; icon?: ReactNode };
  /** The way back, offered while its success is told. */
  undo?(): Change<Row>;
  /** They leave the list by it, and so the selection. */
  leaves?: true;
  /** Nothing is told of a success that shows by itself: of one row. */
  quiet?: true;
  /** Told of one row in place of "Campaign archived". */
  told?(row: Row): { title: string; detail?: ReactNode };
}

/** The work of a generated mutation with what it needs of the rows. */
export const calling =
  <Rows, Variables>(mutation: MutationOf<Variables>, variables: (rows: Rows) => Variables): Work<Rows> =>
  (rows, client) =>
    make(mutation, variables(rows), client);

/** A call a row, which is named by its id. */
export const byId = <Row extends { id: number }>(mutation: MutationOf<{ path: { id: number } }>): Work<Row> =>
  calling(mutation, (row) => ({ path: { id: row.id } }));

/** One call for all rows, which are named by their ids. */
export const byIds = <Row extends { id: number }>(
  mutation: MutationOf<{ body: { ids: number[] } }>,
): Work<readonly Row[]> => calling(mutation, (rows) => ({ body: { ids: rows.map((row) => row.id) } }));

/** What came of a change, row by row. */
export interface Outcome<Row> {
  done: Row[];
  refused: { row: Row; error: unknown }[];
}

/** Calls under way at a time. */
const AT_A_TIME = 4;

/** Whether the server has looked at what was asked and says no: another try for fewer rows may get another answer. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

/** Does it to the rows; what is refused does not keep it from the others. */
export async function carryOut<Row>(
  { each, all }: Change<Row>,
  rows: readonly Row[],
  client: QueryClient,
): Promise<Outcome<Row>> {
  const outcome: Outcome<Row> = { done: [], refused: [] };
  const tell = (row: Row, work: Promise<unknown> | undefined) =>
    Promise.resolve(work).then(
      () => void outcome.done.push(row),
      (error: unknown) => void outcome.refused.push({ row, error }),
    );
  if (all) {
    const error = await Promise.resolve(all(rows, client)).then(
      () => null,
      (thrown: unknown) => thrown ?? new Error('refused'),
    );
    if (error === null) return { done: [...rows], refused: [] };
    if (rows.length === 1 || !isRefusal(error)) return { done: [], refused: rows.map((row) => ({ row, error })) };
  }
  const one = (row: Row) => (all ? all([row], client) : each?.(row, client));
  const queue = [...rows];
  const worker = async () => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) await tell(row, one(row));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return outcome;
}

/** Whether a key is that of an answer to one of the questions. */
const isOf = (questions: readonly Question[]) => {
  const ids: ReadonlySet<unknown> = new Set(questions);
  return ({ queryKey: [first] }: { queryKey: QueryKey }) =>
    typeof first === 'object' && first !== null && '_id' in first && ids.has(first._id);
};

/** Every answer has its rows, or the one thing, in `data`. */
type Cached<Row> = { data?: Row | Row[] } | undefined;

const patched = <Row>(cached: Cached<Row>, patch: (row: Row) => Row): Cached<Row> => {
  if (!cached?.data) return cached;
  return { ...cached, data: Array.isArray(cached.data) ? cached.data.map(patch) : patch(cached.data) };
};

/** Changes things at once in every answer that holds them. Returns what puts some of them back. */
export async function patchCached<Row extends object>(
  client: QueryClient,
  questions: readonly Question[],
  idOf: (row: Row) => string,
  rows: readonly Row[],
  guess: (row: Row) => Row,
): Promise<(rows: readonly Row[]) => void> {
  const filters = { predicate: isOf(questions) };
  await client.cancelQueries(filters);
  const ids = new Set(rows.map(idOf));
  const before = client.getQueriesData<Cached<Row>>(filters);
  client.setQueriesData<Cached<Row>>(filters, (cached) =>
    patched(cached, (row) => (ids.has(idOf(row)) ? guess(row) : row)),
  );
  return (refused) => {
    const back = new Set(refused.map(idOf));
    for (const [key, was] of before) {
      const old = was?.data ? (Array.isArray(was.data) ? was.data : [was.data]) : [];
      const known = new Map(old.map((row) => [idOf(row), row]));
      client.setQueryData<Cached<Row>>(key, (cached) =>
        patched(cached, (row) => (back.has(idOf(row)) ? (known.get(idOf(row)) ?? row) : row)),
      );
    }
  };
}

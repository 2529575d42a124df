/** What can be done to rows, one by one or in one call, and what came of it. */
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, isLost } from '~/api/problem';
import { type MutationOf, make } from '~/api/queries';
import type { ConfirmOptions } from '~/ui/confirm';

/** Does it: to one row, or to all in one call. */
type Work<Rows> = (rows: Rows, client: QueryClient) => Promise<unknown>;

/** A change of rows. */
export interface Change<Row> {
  /** What rows are after it: "archived". */
  done: string;
  /**
   * Looked at just before, of a call that takes no version: what it throws is told of the row, which is left alone. `Meanwhile`
   * where it is another one by now.
   */
  look?: Work<Row>;
  /** One call a row; those that are refused are told by name. */
  each?: Work<Row>;
  /** One call for all, which is done to all or to none: when it is refused, row by row, so that each hears its own reason. */
  all?: Work<readonly Row[]>;
  /** How a row will look: shown at once, put back when refused. */
  guess?(row: Row): Row;
  /** How a row is after it, where that is not shown before the answer: until the list is read again. */
  becomes?(row: Row): Row;
  /** How all others are by then, where it takes something from them. */
  others?(row: Row): Row;
  /** Asked before what cannot be undone; the question and its button are named after the action and the rows unless said. */
  ask?(rows: readonly Row[]): Pick<ConfirmOptions, 'body'> & Partial<Pick<ConfirmOptions, 'title' | 'action' | 'icon'>>;
  /** The way back, offered while its success is told. */
  undo?(): Change<Row>;
  /** They leave the list by it, and so the selection. */
  leaves?: true;
  /**
   * There are none of them after it: they are out of every list among the answers that are `told` as soon as it is answered, and out
   * of the one on screen at once where nothing is asked before. Those that are refused are there again.
   */
  gone?: true;
  /** Nothing is told of a success that shows by itself: of one row. */
  quiet?: boolean;
  /** Told of one row in place of "Campaign archived". */
  told?(row: Row): { title?: string; detail?: ReactNode };
}

/** A row is not what was seen any more: it is left alone, and known as it is now. */
export class Meanwhile<Row> extends ApiError {
  /** What it is by now. */
  readonly now: Row;

  constructor(now: Row, detail: string) {
    super({ status: 409, detail });
    this.now = now;
  }
}

/** What stands there now, and how to have one's own all the same. */
export const meanwhile = <Row>(now: Row, what: string): Meanwhile<Row> =>
  new Meanwhile(now, `It was changed elsewhere: ${what} now. Set it again to replace that.`);

/** On the way back what was changed since stays. */
export const stays = (what: string): ApiError =>
  new ApiError({ status: 409, detail: `It has another ${what} by now, which stays.` });

/** The work of a generated mutation with what it needs of the rows. */
export const calling =
  <Rows, Variables>(mutation: MutationOf<Variables>, variables: (rows: Rows) => Variables): Work<Rows> =>
  (rows, client) =>
    make(mutation, variables(rows), client);

/** A call a row, which is named by its id. */
export const byId = <Row extends { id: number }>(mutation: MutationOf<{ path: { id: number } }>): Work<Row> =>
  calling(mutation, (row) => ({ path: { id: row.id } }));

/** As `byId`, for a decision that is named by a key: made again after a lost answer, it gets the first one. */
export const byIdOnce = <Row extends { id: number }>(
  mutation: MutationOf<{ path: { id: number }; headers: { 'Idempotency-Key': string } }>,
): Work<Row> => {
  const names = new Map<number, string>();
  return async ({ id }, client) => {
    const name = names.get(id) ?? crypto.randomUUID();
    names.set(id, name);
    const answer = await make(mutation, { path: { id }, headers: { 'Idempotency-Key': name } }, client);
    names.delete(id);
    return answer;
  };
};

/** One call for all rows, which are named by their ids. */
export const byIds = <Row extends { id: number }>(
  mutation: MutationOf<{ body: { ids: number[] } }>,
): Work<readonly Row[]> => calling(mutation, (rows) => ({ body: { ids: rows.map((row) => row.id) } }));

/** A row that was left as it is, and why. */
export interface Refusal<Row> {
  row: Row;
  error: unknown;
}

/** What came of a change, row by row. */
export interface Outcome<Row> {
  done: Row[];
  refused: Refusal<Row>[];
  /** No answer came to what was sent: it is done, or it is not. */
  unknown: Row[];
}

/** Calls under way at a time. */
const AT_A_TIME = 4;

/** Whether the server has looked at what was asked and says no: another try for fewer rows may get another answer. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

/** Works through rows, some at a time; `work` throws nothing. */
async function through<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<void> {
  const queue = [...rows];
  const worker = async () => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) await work(row);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

/** Rows that an answer names as left alone by their own state, while the others were changed. */
export function refusedIn(answer: unknown): ReadonlyMap<string, string> {
  const { refused, data } = (answer ?? {}) as { refused?: unknown; data?: { refused?: unknown } };
  const all = refused ?? data?.refused;
  if (!Array.isArray(all)) return new Map();
  return new Map(all.map(({ id, detail }: { id: unknown; detail: unknown }) => [String(id), String(detail)]));
}

/** What was thrown, or null. */
const thrownBy = (work: Promise<unknown> | undefined): Promise<{ error: unknown } | null> =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => ({ error }),
  );

/**
 * Does it to the rows; what is refused does not keep it from the others. Where each row has a call of its own, `onAnswered` hears
 * of it as soon as that is answered, while others wait for theirs.
 */
export async function carryOut<Row>(
  { look, each, all }: Change<Row>,
  rows: readonly Row[],
  client: QueryClient,
  onAnswered: (row: Row, isDone: boolean) => void = () => {},
): Promise<Outcome<Row>> {
  const outcome: Outcome<Row> = { done: [], refused: [], unknown: [] };
  if (look) {
    await through(rows, async (row) => {
      const thrown = await thrownBy(look(row, client));
      if (thrown) outcome.refused.push({ row, ...thrown });
    });
  }
  const left = new Set(outcome.refused.map(({ row }) => row));
  const ready = rows.filter((row) => !left.has(row));
  // Without a connection nothing is sent, and so nothing done.
  const isSent = onlineManager.isOnline();
  const take = (row: Row, thrown: { error: unknown } | null) => {
    if (thrown === null) outcome.done.push(row);
    else if (isSent && isLost(thrown.error)) outcome.unknown.push(row);
    else outcome.refused.push({ row, ...thrown });
  };
  if (all && ready.length > 0) {
    let left: ReadonlyMap<string, string> = new Map();
    const call = all(ready, client).then((answer) => {
      left = refusedIn(answer);
    });
    const thrown = await thrownBy(call);
    if (thrown === null && left.size > 0) {
      for (const row of ready) {
        const detail = left.get(String((row as { id?: unknown }).id));
        take(row, detail === undefined ? null : { error: new ApiError({ status: 409, detail }) });
      }
      return outcome;
    }
    if (thrown === null || ready.length === 1 || !isRefusal(thrown.error)) {
      for (const row of ready) take(row, thrown);
      return outcome;
    }
  }
  const one = (row: Row) => (all ? all([row], client) : each?.(row, client));
  await through(ready, async (row) => {
    const thrown = await thrownBy(one(row));
    take(row, thrown);
    onAnswered(row, thrown === null);
  });
  return outcome;
}

/** What rows look like until the server has answered: what is wished is shown at once, and put back when it is refused. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Question } from '~/api/queries';

/** Whether a key is that of an answer to one of the questions. */
const isOf = (questions: readonly Question[]) => {
  const ids: ReadonlySet<unknown> = new Set(questions);
  return ({ queryKey: [first] }: { queryKey: QueryKey }) =>
    typeof first === 'object' && first !== null && '_id' in first && ids.has(first._id);
};

/** Every answer has its rows, or the one thing, in `data`. */
type Cached<Row> = { data?: Row | Row[] } | undefined;

const rowsOf = <Row>(cached: Cached<Row>): Row[] =>
  cached?.data ? (Array.isArray(cached.data) ? cached.data : [cached.data]) : [];

const patched = <Row>(cached: Cached<Row>, patch: (row: Row) => Row): Cached<Row> => {
  if (!cached?.data) return cached;
  return { ...cached, data: Array.isArray(cached.data) ? cached.data.map(patch) : patch(cached.data) };
};

/** A row with what is wished of it and not answered yet, first wish first. */
interface Wished<Row> {
  /** What the server has said of it, in each answer that holds it; what it has done since is in it. */
  known: Map<QueryKey, Row>;
  guesses: ((row: Row) => Row)[];
}

// biome-ignore lint/suspicious/noExplicitAny: rows of all kinds, told apart by their names
const wished = new WeakMap<QueryClient, Map<string, Wished<any>>>();

/** What is guessed of rows. */
export interface Guess<Row> {
  /** The questions whose answers hold them. */
  told: readonly Question[];
  /** What tells a row apart from those of all lists. */
  keyOf(row: Row): string;
  guess(row: Row): Row;
}

/**
 * Shows a guess in every answer that holds the rows. Returns what takes its outcome: rows of which nothing was done look again as
 * the server knows them, with what is wished since.
 */
export async function showGuess<Row extends object>(
  client: QueryClient,
  { told, keyOf, guess }: Guess<Row>,
  rows: readonly Row[],
): Promise<(done: readonly Row[]) => void> {
  const keys = new Set(rows.map(keyOf));
  const ours: Map<string, Wished<Row>> = wished.get(client) ?? new Map();
  wished.set(client, ours);
  for (const key of keys) {
    const before = ours.get(key) ?? { known: new Map(), guesses: [] };
    ours.set(key, { ...before, guesses: [...before.guesses, guess] });
  }
  const filters = { predicate: isOf(told) };
  await client.cancelQueries(filters);
  for (const [question, cached] of client.getQueriesData<Cached<Row>>(filters)) {
    for (const row of rowsOf(cached)) {
      const known = ours.get(keyOf(row))?.known;
      if (keys.has(keyOf(row)) && known && !known.has(question)) known.set(question, row);
    }
  }
  client.setQueriesData<Cached<Row>>(filters, (cached) =>
    patched(cached, (row) => (keys.has(keyOf(row)) ? guess(row) : row)),
  );
  return (done) => {
    const isDone = new Set(done.map(keyOf));
    const back = new Set<QueryKey>();
    for (const key of keys) {
      const of = ours.get(key);
      if (!of) continue;
      // Changes of a row are answered one after the other: this is the first of them.
      of.guesses = of.guesses.toSpliced(of.guesses.indexOf(guess), 1);
      for (const [question, row] of of.known) {
        if (isDone.has(key)) of.known.set(question, guess(row));
        else back.add(question);
      }
    }
    for (const question of back) {
      client.setQueryData<Cached<Row>>(question, (cached) =>
        patched(cached, (row) => {
          const key = keyOf(row);
          const of = keys.has(key) && !isDone.has(key) ? ours.get(key) : undefined;
          const known = of?.known.get(question);
          return of && known ? of.guesses.reduce((shown, next) => next(shown), known) : row;
        }),
      );
    }
    for (const key of keys) if (ours.get(key)?.guesses.length === 0) ours.delete(key);
  };
}

import type { ListAnswer } from '~/api/types';
import type { Within } from './spec';
import type { List } from './use-list';

/** The pages of an answer without any: the rows are all that there is to count. */
export const onePage = (rows: readonly unknown[]): ListAnswer<never>['pagination'] => ({
  current_page: 1,
  last_page: 1,
  per_page: Math.max(rows.length, 1),
  total: rows.length,
});

/** Generated options of a call that answers with all that there is. */
interface Whole<Answer> {
  queryKey: readonly unknown[];
  queryFn?: symbol | ((context: never) => Answer | Promise<Answer>);
}

/** The rows of a list that is `whole`, of a call that answers with all of them. */
export const wholeOf =
  <Row, Answer>(options: () => Whole<Answer>, rowsOf: (answer: Answer) => Row[]) =>
  () => ({
    ...options(),
    select: (answer: Answer): ListAnswer<Row> => {
      const data = rowsOf(answer);
      return { data, pagination: onePage(data) };
    },
  });

/** The page of an answer that has all rows. */
export function pageOf<Row>(answer: ListAnswer<Row>, { page, count }: List['state']): ListAnswer<Row> {
  const { data } = answer;
  const size = count || Math.max(data.length, 1);
  const last = Math.max(1, Math.ceil(data.length / size));
  return {
    ...answer,
    data: data.slice((page - 1) * size, page * size),
    pagination: { current_page: page, last_page: last, per_page: size, total: data.length },
  };
}

/** Says where rows are in the answers of a call that have them in several parts. */
export const within =
  <Row, Answer extends object>(over: (answer: Answer, change: (rows: Row[]) => Row[]) => Answer): Within<Row> =>
  (answer, change) =>
    over(answer as Answer, change);

/** The rows of all parts, one part after the other. */
export const allWithin =
  <Row>(parts: Within<Row>) =>
  (answer: object): Row[] => {
    const all: Row[] = [];
    parts(answer, (rows) => {
      all.push(...rows);
      return rows;
    });
    return all;
  };

/** What is looked for in a row, and under which tab it stands. */
interface Local<Row> {
  words(row: Row): string;
  /** The status under whose tab it stands, or several; there are no tabs unless said. */
  statusOf?(row: Row): string | readonly string[];
}

/** The rows of a list whose call has no pages: it is asked once, and the rest is done here. */
export const allOf =
  <Row>(options: () => Whole<{ data: readonly Row[] }>, local: Local<Row>) =>
  (list: List) => ({
    ...options(),
    select: ({ data }: { data: readonly Row[] }) => locally(data, list, local),
  });

/** The answer of a list that the server has no pages, tabs or search for: all of its rows are here. */
export function locally<Row>(
  rows: readonly Row[],
  { state, defaults }: List,
  { words, statusOf = () => '' }: Local<Row>,
): ListAnswer<Row> {
  const needle = state.q.trim().toLowerCase();
  const found = rows.filter((row) => words(row).toLowerCase().includes(needle));
  const under = (status: string | number | undefined) =>
    status === undefined ? found : found.filter((row) => [statusOf(row)].flat().includes(String(status)));
  const data = under(state.tab?.status);
  const counts = (defaults.tabs ?? []).map(({ status }) => [status ?? 'total', under(status).length] as const);
  return {
    data,
    pagination: onePage(data),
    counts_by_status: Object.fromEntries(counts),
  };
}

/** A list as a file: all rows that are found, with the columns and names of the screen. */
import type { QueryClient } from '@tanstack/react-query';
import { asked } from '~/api/queries';
import type { ListAnswer, Metrics } from '~/api/types';
import { type CsvValue, csvText } from '~/lib/csv';
import { type CurrencyUnit, formatNumber, inUnit, plural, unitSymbol } from '~/lib/format';
import { figuresQuery, plainQuery } from '~/lib/list';
import { hasData, metricHeading, metricsFrom } from '~/lib/metrics';
import { toast, toastWarning } from '~/ui/toast';
import { isHidden } from './hidden';
import { idOfRow } from './row-key';
import type { ListColumn, ListSpec, Noun } from './spec';
import type { List } from './use-list';

/** More rows than this are in no file. */
export const ROWS_MAX = 10_000;

/** The largest page that every call has. */
const PAGE = 500;

/** What a file lacks, in a sentence: so many of all that are found; empty where it has them all. `rest` says how to come by those. */
function lackText(count: number, total: number, rest: string): string {
  const left = total - count;
  if (left <= 0) return '';
  return count < ROWS_MAX
    ? `The list changed meanwhile: ${formatNumber(left)} ${left === 1 ? 'was' : 'were'} missed. Save it once more.`
    : `It ends there: ${formatNumber(left)} more ${left === 1 ? 'is' : 'are'} found. ${rest}`.trim();
}

/** Tells that a file is there; what it lacks stands until it was read, as nobody sees it in the file. */
export function tellSaved(count: number, total: number, noun: Noun, rest: string): void {
  const title = `File of ${plural(count, ...noun)} saved`;
  const lack = lackText(count, total, rest);
  if (lack === '') toast(title);
  else toastWarning(title, lack);
}

/** The same list at another page, to ask for it. */
function at(list: List, page: number, count: number): List {
  const state = { ...list.state, page, count };
  return {
    ...list,
    state,
    plain: plainQuery(state),
    query: (orders, statuses) => figuresQuery(state, list.range, orders, statuses),
  };
}

/** How often the pages are asked for until every row was met. */
const PASSES = 3;

/**
 * Asks for all rows, page by page, each once; `onRows` hears how many of how many are there. Rows that come or go meanwhile move
 * others to another page, so that those which were missed are looked for again.
 */
export async function allRows<Row extends object>(
  spec: ListSpec<Row>,
  list: List,
  { client, signal, onRows }: { client: QueryClient; signal: AbortSignal; onRows(count: number, total: number): void },
): Promise<{ rows: Row[]; total: number }> {
  const rows = new Map<string, Row>();
  let found = 0;
  // In a file columns may stand that the screen does not show: what is asked for is what any of them needs.
  const whole = { ...list, state: { ...list.state, columns: null } };
  const count = Math.min(PAGE, spec.fileCount ?? PAGE);
  for (let pass = 1; pass <= PASSES; pass += 1) {
    for (let page = 1, last = 1; page <= last && rows.size < ROWS_MAX; page += 1) {
      const { queryKey, queryFn, select } = asked<ListAnswer<Row>>(spec.rows(at(whole, page, count)));
      const answer = await queryFn({ client, queryKey, signal, meta: undefined });
      signal.throwIfAborted();
      const { data, pagination } = select ? select(answer) : answer;
      for (const row of data) rows.set(idOfRow(spec, row), row);
      found = pagination.total;
      last = data.length > 0 ? pagination.last_page : page;
      onRows(Math.min(rows.size, ROWS_MAX), found);
    }
    if (rows.size >= Math.min(found, ROWS_MAX)) break;
  }
  return { rows: [...rows.values()].slice(0, ROWS_MAX), total: Math.max(found, rows.size) };
}

/** A column of a file. */
interface FileColumn<Row> {
  id: string;
  label: string;
  isHidden: boolean;
  value(row: Row): CsvValue;
}

/** What a column says in a file; null for one that a file cannot have. */
function saidBy<Row>(column: ListColumn<Row>): ((row: Row) => CsvValue) | null {
  if ('cell' in column) return column.csv ?? null;
  if ('tags' in column) return (row) => column.tags(row).join(', ');
  if ('code' in column) return (row) => column.code(row);
  if ('count' in column) return (row) => column.count(row);
  if ('day' in column) return (row) => column.day(row)?.slice(0, 10);
  if ('ago' in column) return (row) => column.ago(row);
  if ('money' in column) return (row) => column.money(row);
  return (row) => column.text(row);
}

const money = (value: CsvValue, unit: CurrencyUnit): CsvValue =>
  typeof value === 'number' ? inUnit(value, unit) : value;

function columnsOf<Row extends object>(
  spec: ListSpec<Row>,
  { unit, stats, asGod }: { unit: CurrencyUnit; stats: boolean; asGod: boolean },
): FileColumn<Row>[] {
  return (spec.columns ?? []).flatMap((column): FileColumn<Row>[] => {
    if (column === 'metrics') {
      const { metrics } = spec;
      if (!stats || !metrics) return [];
      return metricsFrom(metrics.side, metrics.shown, metrics.labels).map((metric) => ({
        id: metric.key,
        label: metricHeading(metric, unit),
        isHidden: !metrics.shown.includes(metric.key),
        value: (row) => {
          const { statistic } = row as { statistic?: Metrics | null };
          const value = hasData(statistic) ? statistic?.[metric.key] : null;
          return metric.kind === 'money' ? money(value, unit) : value;
        },
      }));
    }
    const value = saidBy(column);
    if (!value || (column.god && !asGod)) return [];
    const { id, label } = column;
    const own = { id, label, isHidden: isHidden(column, stats), value };
    if (!column.inUnit && !('money' in column)) return [own];
    return [{ ...own, label: `${label}, ${unitSymbol(unit)}`, value: (row) => money(value(row), unit) }];
  });
}

/** The text of the file. Of `all` columns, or of those on screen in their order. */
export function fileOf<Row extends object>(
  spec: ListSpec<Row>,
  rows: readonly Row[],
  {
    all,
    visible,
    ...how
  }: { all: boolean; visible: readonly string[] | null; unit: CurrencyUnit; stats: boolean; asGod: boolean },
): string {
  const { named } = spec;
  const id = (row: Row) => idOfRow(spec, row);
  const isTold = rows.some((row) => id(row) !== spec.rowName(row));
  const names: FileColumn<Row>[] = named
    ? [
        ...(isTold ? [{ id: '', label: `${named.label}, id`, isHidden: false, value: id }] : []),
        { id: '', label: named.label, isHidden: false, value: (row: Row) => spec.rowName(row) },
      ]
    : [];
  const first = named ? undefined : spec.columns?.[0];
  const isShown = ({ id: column, isHidden }: FileColumn<Row>) =>
    all || column === (first as { id?: string } | undefined)?.id || (visible ? visible.includes(column) : !isHidden);
  const columns = [...names, ...columnsOf(spec, how).filter(isShown)];
  return csvText(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map(({ value }) => value(row))),
  );
}

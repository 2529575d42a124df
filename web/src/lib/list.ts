import type { ListSearch } from './list-search';

export type { ListSearch } from './list-search';

import { type DayRange, type Period, periodOr } from './period';

/** Page sizes that every list offers; 0 is all. */
export const PAGE_SIZES = [10, 20, 25, 50, 100, 250, 500, 0] as const;

/** A status tab: the status that it asks for; none for all but archived ones. */
export interface StatusTab {
  value: string;
  label: string;
  /** What is sent as a filter; the server adds the members of its group. */
  status?: number | string;
}

/** What makes a list this list. */
export interface ListDefaults {
  /** Under this name page size and columns are remembered. */
  name: string;
  /** Today unless said. */
  period?: Period;
  /** By id, the newest first, unless said. */
  sort?: string;
  dir?: 'asc' | 'desc';
  /** Rows of a page: `COUNT_DEFAULT` unless said. */
  count?: number;
  /** The first one is chosen until another is. */
  tabs?: readonly StatusTab[];
  /** Names of what else can be chosen, as the address has them. */
  choices?: readonly string[];
  /**
   * The name of its page in an address that has another list, too. Nothing else of the address is its own but its choices: views, which
   * are of whole addresses, are not of it.
   */
  paged?: string;
  /** Its pages have no numbers: each begins before a row, which the address has under this name. */
  cursor?: string;
  /** All its rows are on screen at once: it has no pages, and nothing of it stands in the address. */
  whole?: true;
}

/** Rows of a page, unless a list says otherwise. */
export const COUNT_DEFAULT = 50;

/** What is chosen until something else is. */
const plainOf = ({ period = 'today', sort = 'id', dir = 'desc', count = COUNT_DEFAULT }: ListDefaults) =>
  ({ period, sort, dir, count }) as const;

/** What is chosen beside the search and the tab, by name. */
export type Choices = Partial<Record<string, string | number>>;

/** What is chosen, with defaults filled in. */
export interface ListState {
  q: string;
  tab: StatusTab | undefined;
  period: Period;
  sort: string;
  dir: 'asc' | 'desc';
  page: number;
  /** The row before which the page begins, where pages have no numbers; nothing for the newest ones. */
  before: number | undefined;
  count: number;
  stats: boolean;
  /** Null for the default columns. */
  columns: string[] | null;
  chosen: Choices;
}

/** Reads the address. */
export function listState(address: ListSearch, defaults: ListDefaults): ListState {
  const plain = plainOf(defaults);
  const told = defaults.whole ? {} : address;
  // The route has checked them.
  const others = told as Choices;
  const search = defaults.paged === undefined ? told : {};
  const choices = (defaults.choices ?? []).filter((name) => others[name] !== undefined);
  return {
    chosen: Object.fromEntries(choices.map((name) => [name, others[name]])),
    q: search.q ?? '',
    tab: defaults.tabs?.find((tab) => tab.value === search.status) ?? defaults.tabs?.[0],
    period: search.period ?? plain.period,
    sort: search.sort ?? plain.sort,
    dir: search.dir ?? plain.dir,
    page: idOf(others[defaults.paged ?? 'page']) ?? 1,
    before: defaults.cursor === undefined ? undefined : idOf(others[defaults.cursor]),
    count: search.count ?? plain.count,
    stats: search.stats ?? true,
    columns: search.cols ? search.cols.split('.') : null,
  };
}

/**
 * Writes a change into the address: what equals its default is left out, and whatever changes which rows there are
 * goes back to the first page.
 */
export function listPatch(search: ListSearch, defaults: ListDefaults, patch: ListSearch | Choices): ListSearch {
  const { paged = 'page', cursor = paged } = defaults;
  const movesRows = Object.keys(patch).some((key) => key !== paged && key !== 'cols' && key !== cursor);
  const next: ListSearch = { ...search, ...patch, ...(movesRows ? { [paged]: undefined, [cursor]: undefined } : {}) };
  const plain: ListSearch = {
    ...plainOf(defaults),
    q: '',
    status: defaults.tabs?.[0]?.value,
    page: 1,
    stats: true,
    cols: '',
  };
  const own = defaults.paged === undefined ? (Object.keys(plain) as (keyof ListSearch)[]) : [];
  for (const key of own) {
    if (next[key] === plain[key]) delete next[key];
  }
  if ((next as Choices)[paged] === 1) delete (next as Choices)[paged];
  return next;
}

/** What is searched for; nothing where nothing is. */
export const phraseOf = ({ q }: Pick<ListState, 'q'>): string | undefined => q.trim() || undefined;

/** What every list of the API takes. */
export type PlainQuery = {
  page: number;
  count: number;
  searchPhrase: string;
};

/**
 * The change by which all rows of a list are found: no tab, no search, nothing else chosen. A list beside that of the page has
 * neither tab nor search of its own: those stay.
 */
export const everyRow = ({ choices = [], paged }: ListDefaults): ListSearch & Choices => ({
  ...Object.fromEntries(choices.map((name) => [name, undefined])),
  ...(paged === undefined && { q: undefined, status: undefined }),
});

/** The query of a list without figures. */
export const plainQuery = ({ page, count, q }: ListState): PlainQuery => ({ page, count, searchPhrase: q.trim() });

/** What lists of things with figures take beside it: each has its orders and its statuses. */
export type FiguresQuery<Order, Status> = PlainQuery & {
  filters: { date_from: string; date_to: string; status?: Status[] };
  order_by?: Order;
  order_direction: 'asc' | 'desc';
  is_show_stats: number;
};

/** The query of a list with figures. An order that the call does not have, as an old address may name it, is left out. */
export function figuresQuery<Order extends string, Status extends number>(
  state: ListState,
  range: DayRange,
  orders: readonly Order[],
  statuses: Words<Status>,
): FiguresQuery<Order, Status> {
  const status = wordOf(statuses, state.tab?.status);
  const order = wordOf(orders, state.sort);
  return {
    ...plainQuery(state),
    filters: {
      date_from: range.from,
      date_to: range.to,
      ...(status === undefined ? {} : { status: [status] }),
    },
    ...(order === undefined ? {} : { order_by: order }),
    order_direction: state.dir,
    is_show_stats: state.stats ? 1 : 0,
  };
}

/** Words of the API, with or without names. */
type Words<Word> = readonly Word[] | Readonly<Record<string, Word>>;

/** The word of the API that a value of an address is; nothing where it is none. */
export const wordOf = <Word extends string | number>(words: Words<Word>, value: unknown): Word | undefined =>
  Object.values<Word>(words).find((word) => word === value);

/** The id that a value of an address is; nothing where it is none. */
export const idOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The text that a value of an address is; nothing where it is none. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The name of a status's tab in the address. */
export const tabOf = (label: string): string => label.toLowerCase().replaceAll(' ', '-');

/** The tabs of a list: all, then some statuses by what the API calls them. */
export const tabsOf = <Status extends number | string>(
  labels: Readonly<Record<Status, string>>,
  statuses: readonly Status[],
): StatusTab[] => [
  { value: 'all', label: 'All' },
  ...statuses.map((status) => {
    const label = labels[status];
    return { value: tabOf(label), label, status };
  }),
];

/** The days of a list. */
export function listRange({ period }: ListState, defaults: ListDefaults, now: number): DayRange {
  return periodOr(period, plainOf(defaults).period, now);
}

/** Whether anything but the order and the page hides rows. */
export function isFiltered(state: ListState, defaults: ListDefaults): boolean {
  return state.q.trim() !== '' || state.tab !== defaults.tabs?.[0] || Object.keys(state.chosen).length > 0;
}

/** What is given of some fields of a query. */
export function given<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}

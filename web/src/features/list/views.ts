/** What of a list's address a view keeps. Pure. */
import type { ListDefaults, ListState } from '~/lib/list';
import type { ListSearch } from '~/lib/list-search';
import { stringifySearch } from '~/lib/search-params';
import { defaultColumns, type TableColumn } from '~/ui/table-column';

/** What of an address every list has, but its page, which is of one look alone. */
const OWN = ['q', 'status', 'period', 'sort', 'dir', 'count', 'stats', 'cols'] satisfies (keyof ListSearch)[];

type Part = Pick<ListDefaults, 'choices' | 'cursor'>;

const isOwn = (name: string, { choices = [] }: Part) => [...OWN, ...choices].includes(name);

const only = (search: ListSearch, isWanted: (name: string) => boolean): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== undefined && isWanted(name)));

/** What is chosen of the list. */
export const keptOf = (search: ListSearch, list: Part): ListSearch => only(search, (name) => isOwn(name, list));

/** The rest of the address, which is of something else on its page. */
export const othersOf = (search: ListSearch, list: Part): ListSearch =>
  only(search, (name) => name !== 'page' && name !== list.cursor && !isOwn(name, list));

/** What is chosen, as the API keeps it. */
export const keptText = (search: ListSearch, list: Part): string => stringifySearch(keptOf(search, list)).slice(1);

/** The name of a list as the API takes it. */
export const viewsOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-');

/** Whether both show the same: what is not said is the default. */
export function isSame<Row>(one: ListState, other: ListState, columns: readonly TableColumn<Row>[]): boolean {
  const shown = ({ columns: chosen }: ListState) => [...(chosen ?? defaultColumns(columns.slice(1)))].sort();
  const told = (state: ListState) =>
    JSON.stringify([
      state.q,
      state.tab?.value,
      state.period,
      state.sort,
      state.dir,
      state.count,
      state.stats,
      Object.entries(state.chosen).sort(([a], [b]) => a.localeCompare(b)),
      shown(state),
    ]);
  return told(one) === told(other);
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listNetworkStatsFiltersCountriesOptions,
  listNetworkStatsFiltersDeviceTypesOptions,
  listNetworkStatsFiltersIspsOptions,
} from '~/api/queries';
import { VOID_CHOICE_LIMITS } from '~/api/words';
import { ManyField } from '~/ui/choices';

/** Values to choose from at once; more are found by typing. */
export const VALUES_MAX = 300;
/** The most values that are sent of one kind. */
export const CHOSEN_MAX = VOID_CHOICE_LIMITS.country.max;

/** What the clicks of a source are narrowed by: clicks of none of it are left where they are. */
const NARROWINGS = {
  country: ['Countries', listNetworkStatsFiltersCountriesOptions],
  isp: ['Networks', listNetworkStatsFiltersIspsOptions],
  device: ['Device types', listNetworkStatsFiltersDeviceTypesOptions],
} as const;

export type Narrowing = keyof typeof NARROWINGS;

/** What is chosen of each. */
export type Narrowed = Record<Narrowing, string[]>;

export const NOT_NARROWED: Narrowed = { country: [], isp: [], device: [] };

const KINDS = Object.keys(NARROWINGS) as Narrowing[];

/** What of it the server is asked for: what is left open is left out. */
export const narrowedOf = (values: Narrowed): Partial<Narrowed> =>
  Object.fromEntries(KINDS.filter((kind) => values[kind].length > 0).map((kind) => [kind, values[kind]]));

/** "Countries: Germany, Austria. Networks: Vodafone. " */
export const narrowedText = (values: Narrowed, names: ReadonlyMap<string, string>): string =>
  KINDS.filter((kind) => values[kind].length > 0)
    .map((kind) => `${NARROWINGS[kind][0]}: ${values[kind].map((id) => names.get(`${kind} ${id}`) ?? id).join(', ')}. `)
    .join('');

type FieldProps = { value: string[]; error?: React.ReactNode; onChange(chosen: string[]): void };

/** Countries, networks and device types of which alone clicks are taken back. Their names are noted in `names`. */
export function NarrowFields({ names, field }: { names: Map<string, string>; field(kind: Narrowing): FieldProps }) {
  return KINDS.map((kind) => <NarrowField key={kind} kind={kind} names={names} {...field(kind)} />);
}

function NarrowField({ kind, names, ...rest }: FieldProps & { kind: Narrowing; names: Map<string, string> }) {
  const [search, setSearch] = useState('');
  const [label, options] = NARROWINGS[kind];
  const found = useQuery(
    options({ query: { count: VALUES_MAX, ...(search.trim() ? { search: search.trim() } : {}) } }),
  );
  const ids = (found.data?.data ?? []).map(({ id, name }) => {
    names.set(`${kind} ${id}`, name || id);
    return id;
  });
  return (
    <ManyField
      label={label}
      clear={`Take all ${label.toLowerCase()} out`}
      empty="All"
      data={[...new Set([...rest.value, ...ids])].map((id) => ({ value: id, label: names.get(`${kind} ${id}`) ?? id }))}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={CHOSEN_MAX}
      {...rest}
    />
  );
}

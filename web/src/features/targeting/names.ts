import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { plural } from '~/lib/format';
import { countryName, languageName, someOf } from '~/lib/names';
import {
  browsersQuery,
  categoriesQuery,
  deviceTypesQuery,
  ispsQuery,
  osQuery,
  PLACES_AT_ONCE,
  placesQuery,
} from './lists';

/** What is targeted of places. */
export interface ChosenPlaces {
  countries?: readonly string[];
  regions?: readonly number[];
  cities?: readonly number[];
}

/** How what is targeted is called; a number stands only until its list is there. */
export interface TargetingNames {
  country(code: string): string;
  /** A region or a city; nothing where its name is not known. */
  place(id: number): string | undefined;
  language(code: string): string;
  device(id: number): string;
  system(id: number): string;
  browser(id: number): string;
  network(id: number): string;
  category(id: number): string;
}

type Entries = readonly { id: number; name: string }[];

const finder = (entries: Entries | undefined) => {
  const names = new Map((entries ?? []).map(({ id, name }) => [id, name]));
  return (id: number) => names.get(id) ?? String(id);
};

/** Places by their names, countries first; those without one are counted. */
export function placeNames(
  { countries = [], regions = [], cities = [] }: ChosenPlaces,
  names: Pick<TargetingNames, 'place'>,
): string[] {
  const others = [...regions, ...cities].map((id) => names.place(id));
  const known = others.filter((name) => name !== undefined);
  const more = others.length - known.length;
  return [
    ...countries.map(countryName),
    ...known,
    ...(more > 0 ? [plural(more, 'region or city', 'regions and cities')] : []),
  ];
}

/** Where that is, in short. */
export const placesText = (places: ChosenPlaces, names: Pick<TargetingNames, 'place'>): string =>
  someOf(placeNames(places, names)) || 'Everywhere';

/** Names of regions and cities, as far as the first of them. */
export function usePlaceNames({ regions = [], cities = [] }: ChosenPlaces): (id: number) => string | undefined {
  const ids = [...regions, ...cities].slice(0, PLACES_AT_ONCE);
  const places = useQuery({ ...placesQuery(ids), enabled: ids.length > 0 }).data;
  return useMemo(() => {
    const names = new Map((places ?? []).map(({ id, name }) => [id, name]));
    return (id) => names.get(id);
  }, [places]);
}

/** The names of what forms and pages of campaigns target. Of networks, regions and cities there are too many: of those given. */
export function useTargetingNames({
  isps = [],
  ...places
}: ChosenPlaces & { isps?: readonly number[] } = {}): TargetingNames {
  const devices = useQuery(deviceTypesQuery).data;
  const systems = useQuery(osQuery).data;
  const browsers = useQuery(browsersQuery).data;
  const categories = useQuery(categoriesQuery).data;
  const networks = useQuery({ ...ispsQuery('', isps), enabled: isps.length > 0 }).data?.data;
  const place = usePlaceNames(places);
  return useMemo(
    () => ({
      country: countryName,
      place,
      language: languageName,
      device: finder(devices),
      system: finder((systems ?? []).flatMap(({ children }) => children)),
      browser: finder(browsers),
      network: finder(networks),
      category: finder(categories),
    }),
    [place, devices, systems, browsers, networks, categories],
  );
}

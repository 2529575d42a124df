import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countryName, languageName } from '~/lib/names';
import { browsersQuery, categoriesQuery, deviceTypesQuery, ispsQuery, osQuery } from './lists';

/** How what is targeted is called; a number stands only until its list is there. */
export interface TargetingNames {
  country(code: string): string;
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

/** The names of what forms and pages of campaigns target. */
export function useTargetingNames(isps: readonly number[] = []): TargetingNames {
  const devices = useQuery(deviceTypesQuery).data;
  const systems = useQuery(osQuery).data;
  const browsers = useQuery(browsersQuery).data;
  const categories = useQuery(categoriesQuery).data;
  const networks = useQuery({ ...ispsQuery('', isps), enabled: isps.length > 0 }).data?.data;
  return useMemo(
    () => ({
      country: countryName,
      language: languageName,
      device: finder(devices),
      system: finder((systems ?? []).flatMap(({ children }) => children)),
      browser: finder(browsers),
      network: finder(networks),
      category: finder(categories),
    }),
    [devices, systems, browsers, networks, categories],
  );
}

import { useQuery } from '@tanstack/react-query';
import { dataOf, listNetworkOffersOptions, listTeamsOptions } from '~/api/queries';
import { targetsQuery, trafficSourcesQuery } from '../targeting/lists';
import { useManagers } from '../teams/managers';
import type { ThingNames } from './change-words';

const finder = (entries: readonly { id: number; name: string }[] | undefined) => (id: number) =>
  entries?.find((one) => one.id === id)?.name;

/** What numbers in changes of these fields are called; each list is asked for only where one of them is in it. */
export function useThingNames(fields: ReadonlySet<string>): ThingNames {
  const of = (field: keyof ThingNames) => ({ enabled: fields.has(field) });
  const targets = useQuery({ ...targetsQuery, ...of('target_id') }).data;
  const sources = useQuery({ ...trafficSourcesQuery, ...of('traffic_source_id') }).data;
  const offers = useQuery({ ...listNetworkOffersOptions(), select: dataOf, ...of('offer_id') }).data;
  const teams = useQuery({ ...listTeamsOptions(), select: dataOf, ...of('team_id') }).data;
  const managers = useManagers(fields.has('manager_id'));
  return {
    target_id: finder(targets),
    traffic_source_id: finder(sources),
    offer_id: finder(offers),
    team_id: finder(teams),
    manager_id: finder(managers),
  };
}

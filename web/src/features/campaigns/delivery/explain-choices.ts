import { useQuery } from '@tanstack/react-query';
import { dataOf, listCountriesOptions } from '~/api/queries';
import { BROWSER_LABELS, DEVICE_TYPE_LABELS } from '~/api/words';
import { type Choice, choicesOf } from '~/ui/choices';
import { LANGUAGE_CHOICES } from '../../targeting/languages';
import { osQuery, trafficSourcesQuery } from '../../targeting/lists';
import type { Chosen } from './explain-values';

/** How one of the choices is offered. */
interface Offered {
  name: Chosen;
  label: string;
  /** What takes it back. */
  none: string;
  data: readonly Choice[];
  searchable?: true;
}

/** What can be chosen of a request that is described. */
export function useOffered(): readonly Offered[] {
  const countries = useQuery({ ...listCountriesOptions(), select: dataOf }).data;
  const systems = useQuery(osQuery).data;
  const sources = useQuery(trafficSourcesQuery).data;
  // They are told by the device types that run them, some by several.
  const osNames = new Map((systems ?? []).flatMap(({ children }) => children.map((os) => [os.id, os.name])));
  return [
    {
      name: 'country',
      label: "Visitor's country",
      none: 'No country',
      searchable: true,
      data: (countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
    },
    { name: 'device_type', label: 'Device', none: 'No device', data: choicesOf(DEVICE_TYPE_LABELS) },
    {
      name: 'os',
      label: 'System',
      none: 'No system',
      data: choicesOf([...osNames].map(([id, name]) => ({ id, name }))),
    },
    { name: 'browser', label: 'Browser', none: 'No browser', data: choicesOf(BROWSER_LABELS) },
    { name: 'language', label: 'Language', none: 'No language', searchable: true, data: LANGUAGE_CHOICES },
    {
      name: 'traffic_source_id',
      label: 'Kind of traffic',
      none: 'No kind of traffic',
      data: choicesOf(sources?.map(({ id, name }) => ({ id, name }))),
    },
  ];
}

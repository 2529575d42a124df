import { NETWORK_DIMENSION_LABELS, type NetworkDimensionName } from '~/api/words';

/** What rows can be grouped and filtered by. */
export interface Dimension<Key extends string = string> {
  key: Key;
  label: string;
  /** Name of the call that lists its values; none where the server has no list. */
  options?: string;
}

/** A dimension by the name and label that the API's document gives it. */
export const by = <Key extends NetworkDimensionName>(key: Key, options?: string): Dimension<Key> => ({
  key,
  label: NETWORK_DIMENSION_LABELS[key],
  ...(options ? { options } : {}),
});

export const TIMES = [by('date'), by('hour'), by('week'), by('month')];

export const PLACES = [
  by('site', 'sites'),
  by('block', 'blocks'),
  by('template', 'block_templates'),
  by('format', 'block_format_types'),
];

export const AUDIENCE = [
  by('country', 'countries'),
  by('region', 'regions'),
  by('city', 'cities'),
  by('device', 'device_types'),
  by('os', 'os'),
  by('browser', 'browsers'),
  by('isp', 'isps'),
  by('language', 'languages'),
  by('traffic_source', 'traffic_sources'),
];

/** What was advertised; the network also tells webmasters this much of it. */
export const GOODS = [by('campaign_type', 'campaign_types'), by('target', 'targets'), by('category', 'categories')];

export const VERDICT = by('verdict', 'verdicts');

/** Whether a dimension is a time: its rows are read in order. */
export const isTime = (key: string): boolean => TIMES.some((dimension) => dimension.key === key);

/** What rows can be grouped and filtered by. */
export interface Dimension {
  key: string;
  label: string;
  /** Name of the call that lists its values; none where the server has no list. */
  options?: string;
}

export const TIMES: readonly Dimension[] = [
  { key: 'date', label: 'Date' },
  { key: 'hour', label: 'Hour' },
  { key: 'week', label: 'Week' },
  { key: 'month', label: 'Month' },
];

export const PLACES: readonly Dimension[] = [
  { key: 'site', label: 'Site', options: 'sites' },
  { key: 'block', label: 'Block', options: 'blocks' },
  { key: 'template', label: 'Template', options: 'block_templates' },
  { key: 'format', label: 'Format', options: 'block_format_types' },
];

export const AUDIENCE: readonly Dimension[] = [
  { key: 'country', label: 'Country', options: 'countries' },
  { key: 'region', label: 'Region', options: 'regions' },
  { key: 'city', label: 'City', options: 'cities' },
  { key: 'device', label: 'Device', options: 'device_types' },
  { key: 'os', label: 'System', options: 'os' },
  { key: 'browser', label: 'Browser', options: 'browsers' },
  { key: 'isp', label: 'Network', options: 'isps' },
  { key: 'language', label: 'Language', options: 'languages' },
  { key: 'traffic_source', label: 'Traffic source', options: 'traffic_sources' },
];

/** What was advertised; the network also tells webmasters this much of it. */
export const GOODS: readonly Dimension[] = [
  { key: 'target', label: 'Target', options: 'targets' },
  { key: 'category', label: 'Category', options: 'categories' },
];

export const VERDICT: Dimension = { key: 'verdict', label: 'Verdict', options: 'verdicts' };

/** Whether a dimension is a time: its rows are read in order. */
export const isTime = (key: string): boolean => TIMES.some((dimension) => dimension.key === key);

/** The sides have what the API's document says of them: each metric and dimension is one of theirs, and what is shown is there. */
import { expect, it } from 'vitest';
import {
  ADVERTISER_DIMENSION_LABELS,
  ADVERTISER_METRIC_LABELS,
  NETWORK_DIMENSION_LABELS,
  NETWORK_METRIC_LABELS,
  WEBMASTER_DIMENSION_LABELS,
  WEBMASTER_METRIC_LABELS,
} from '~/api/words';
import { type MetricSide, metricsOf, strongOf } from '~/lib/metrics';
import { SIDES, valuesQuery } from './sides';

/** The push API has names of its own. */
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

const WORDS: Record<MetricSide, [dimensions: object, metrics: object]> = {
  advertiser: [ADVERTISER_DIMENSION_LABELS, ADVERTISER_METRIC_LABELS],
  webmaster: [WEBMASTER_DIMENSION_LABELS, WEBMASTER_METRIC_LABELS],
  network: [NETWORK_DIMENSION_LABELS, NETWORK_METRIC_LABELS],
  push: [
    named('campaign', 'ad', 'country', 'device_type', 'block', 'user', 'date', 'month'),
    named('impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'expense', 'epc', 'ecpm', 'cr'),
  ],
};

it.each(Object.keys(SIDES) as MetricSide[])('the statistics of the %s side hold together', (side) => {
  const { dimensions, start, tiles, shown } = SIDES[side];
  const [dimensionNames, metricNames] = WORDS[side];
  const metrics = metricsOf(side);
  const keys = metrics.map(({ key }) => key);
  const rows = dimensions.map(({ key }) => key);
  // Every dimension that the side has can be asked by.
  expect(rows.toSorted()).toEqual(Object.keys(dimensionNames).toSorted());
  expect(Object.keys(metricNames)).toEqual(expect.arrayContaining(keys));
  expect(keys).toEqual(expect.arrayContaining([...tiles, ...shown, strongOf(side), start.metric, start.sort]));
  expect(rows).toEqual(expect.arrayContaining([...start.rows]));
  // Two columns of one table that are called the same could not be told apart.
  expect(new Set(metrics.map(({ label }) => label)).size).toBe(metrics.length);
  for (const { options } of dimensions) if (options) expect(valuesQuery(side, options, '').queryKey).toBeDefined();
});

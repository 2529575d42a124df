/** The report as a file, with the columns and names of the screen. */
import { cellsOf, csvLine } from '~/lib/csv';
import { type MetricSide, metricHeading, metricsFrom } from '~/lib/metrics';
import { dimensionLabel } from './question';
import { SIDES } from './sides';

/**
 * The file of the server with the figures `shown`, in their order (null: all of them, those of the screen first), under the
 * names of the screen. What names the rows stays before them.
 */
export function asOnScreen(text: string, side: MetricSide, shown: readonly string[] | null): string {
  const lines = cellsOf(text.replace(/^\ufeff/, ''));
  const head: string[] = lines.next().value ?? [];
  if (head.length === 0) return text;
  const metrics = new Map(metricsFrom(side, SIDES[side].shown).map((metric) => [metric.key, metric]));
  const known = [...metrics.keys()];
  const wanted = (shown ?? known).filter((key) => head.includes(key));
  const first = head.findIndex((key) => metrics.has(key));
  const names = head.slice(0, first < 0 ? head.length : first);
  const columns = [...names, ...wanted].map((key) => head.indexOf(key));
  const headings = columns.map((at) => {
    const key = head[at] ?? '';
    const metric = metrics.get(key);
    // Amounts of a file are dollars, whatever the unit on screen.
    if (metric) return metricHeading(metric, 'dollar');
    const [, name = key, part] = /^(.+)_(id|code|name|title)$/.exec(key) ?? [];
    return part === 'id' || part === 'code' ? `${dimensionLabel(name, side)}, ${part}` : dimensionLabel(name, side);
  });
  let out = `\ufeff${csvLine(headings)}`;
  for (const line of lines) out += csvLine(columns.map((at) => line[at] ?? ''));
  return out;
}

/** The report as a file, with the columns and names of the screen. */
import { csvLine, SIGN } from '~/lib/csv';
import { type MetricSide, metricHeading, metricsFrom } from '~/lib/metrics';
import { dimensionLabel } from './question';
import { SIDES } from './sides';

/** The cells of a file, line by line, as RFC 4180 writes them: quotes hold signs, ends of lines and doubled quotes. */
export function* cellsOf(text: string): Generator<string[], undefined> {
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    } else {
      const end = /[;\r\n]/g;
      end.lastIndex = at;
      const found = end.exec(text)?.index ?? text.length;
      cell = text.slice(at, found);
      at = found;
    }
    line.push(cell);
    if (text[at] === SIGN) {
      at += 1;
      if (at === text.length) line.push('');
      if (at < text.length) continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    yield line;
    line = [];
  }
  return undefined;
}

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

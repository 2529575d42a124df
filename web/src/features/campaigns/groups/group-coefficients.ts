/** Coefficients of a group as its form holds them: one text each, such as `42 × 1,4` of a site and `#105 × 0,7` of a block. Pure. */
import type { CoefficientEntry } from '~/api/sdk';
import { GROUP_FORM_LIMITS } from '~/api/words';
import { formatNumber } from '~/lib/format';
import { readCoefficient } from '../../sources/source-words';

/** The most coefficients of a group. */
export const COEFFICIENTS_MAX = GROUP_FORM_LIMITS.coefficients.max;

/** What stands between coefficients that are pasted. A comma may be a decimal sign. */
export const BETWEEN_COEFFICIENTS = /[\n\r;]+/;

const text = (source: string, value: number) => `${source} × ${formatNumber(value, 1)}`;

/** A coefficient as the form shows it. */
export const coefficientText = ({ site_id: site, block_id: block, value }: CoefficientEntry): string =>
  text(typeof block === 'number' ? `#${block}` : String(site), value);

/** A coefficient that was typed or pasted: a site's number, or a block as `#105` or `42-105`, and its coefficient behind it. */
export function parseCoefficient(entry: string): string | null {
  const [, prefix, id, number = ''] = /^(\d{1,15}-|#)?(\d{1,15})[\s×x*=:]+(\S+)$/i.exec(entry.trim()) ?? [];
  const value = readCoefficient(number);
  if (value === null || !(Number(id) > 0)) return null;
  return text(`${prefix === undefined ? '' : '#'}${Number(id)}`, value);
}

/** What a text of the form says. */
export function coefficientOf(entry: string): CoefficientEntry {
  const [source = '', number = ''] = entry.split(' × ');
  const value = readCoefficient(number) ?? 1;
  const id = Number(source.replace('#', ''));
  return source.startsWith('#') ? { block_id: id, value } : { site_id: id, value };
}

/** One coefficient of each source: the later one holds. */
export const lastOfEach = (entries: readonly string[]): string[] => [
  ...new Map(entries.map((entry) => [entry.split(' × ')[0], entry])).values(),
];

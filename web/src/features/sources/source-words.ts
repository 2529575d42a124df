import type { SourceRow } from '~/api/sdk';
import { COEFFICIENTS_FORM_LIMITS, SOURCE_STATE_LABELS } from '~/api/words';
import { formatNumber } from '~/lib/format';

/** The scale of coefficients: halves and doubles are the same distance. Pure. */
const { min: LEAST, max: MOST } = COEFFICIENTS_FORM_LIMITS.value;
const SPAN = Math.log2(MOST / LEAST);

const inTenths = (value: number): number => Math.round(value * 10) / 10;

/** The coefficient nearest to a number: within the scale, in steps of 0.1. */
export const nearestCoefficient = (value: number): number => inTenths(Math.min(MOST, Math.max(LEAST, value)));

/** Where a coefficient stands on its slider, 0 to 100. */
export const placeOfCoefficient = (value: number): number => (Math.log2(value / LEAST) / SPAN) * 100;

/** The coefficient at a place of the slider, in steps of 0.1. */
export function coefficientAt(place: number): number {
  return nearestCoefficient(LEAST * 2 ** ((Math.min(100, Math.max(0, place)) / 100) * SPAN));
}

/** What was typed as a coefficient; nothing where it is none. */
export function readCoefficient(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'));
  const isStep = Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;
  return text.trim() !== '' && isStep && value >= LEAST && value <= MOST ? inTenths(value) : null;
}

const bound = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1);

/** From the least to the highest coefficient: `0,2 to 9`. */
export const COEFFICIENT_RANGE = `${bound(LEAST)} to ${bound(MOST)}`;
/** What a coefficient must be. */
export const COEFFICIENT_WORDS = `Must be ${COEFFICIENT_RANGE} in steps of 0,1.`;

/** Groups of verdicts that people tell apart, with their colours. */
export const VERDICT_GROUPS = [
  { key: 'bot', label: 'Bot or hosting', color: 'var(--cat-2)', of: ['bot', 'hosting_network', 'prefetch'] },
  { key: 'same', label: 'Same visitor in 24 h', color: 'var(--cat-3)', of: ['repeated_token', 'repeated_visitor'] },
  { key: 'unseen', label: 'Show not seen', color: 'var(--cat-6)', of: ['not_shown', 'stale'] },
  {
    key: 'rate',
    label: 'Too many, too fast',
    color: 'var(--cat-7)',
    of: ['rate_ten_minutes', 'rate_hour', 'rate_day', 'too_fast'],
  },
  { key: 'other', label: 'Other', color: 'var(--text-3)', of: [] as string[] },
] as const;

/** Invalid clicks of a row by group, without empty ones. */
export function invalidByGroup(row: Pick<SourceRow, 'invalid'>) {
  const groupOf = (verdict: string) =>
    VERDICT_GROUPS.find((group) => (group.of as readonly string[]).includes(verdict)) ?? VERDICT_GROUPS[4];
  return VERDICT_GROUPS.map((group) => ({
    ...group,
    clicks: row.invalid
      .filter((one) => groupOf(one.verdict).key === group.key)
      .reduce((sum, one) => sum + one.clicks_count, 0),
  })).filter((group) => group.clicks > 0);
}

/** Where a multiple of the mean stands between a quarter and four times of it, 0 to 100. */
export const placeOfMultiple = (multiple: number): number =>
  Math.min(100, Math.max(0, ((Math.log2(multiple) + 2) / 4) * 100));

/** Which side of the mean the whole interval is on. */
export function sideOf({ low, high }: SourceRow['against_mean']): 'dearer' | 'cheaper' | null {
  if (low !== null && low > 1) return 'dearer';
  return high !== null && high < 1 ? 'cheaper' : null;
}

/** A source as people name it. */
export const sourceName = (row: Pick<SourceRow, 'site_name' | 'block_id'>): string =>
  row.block_id === null ? row.site_name : `${row.site_name} #${row.block_id}`;

/** What the campaign's list says of a source, in words. */
export function stateWords({
  state,
  is_by_rule,
  is_open,
}: Pick<SourceRow, 'state' | 'is_by_rule' | 'is_open'>): string {
  if (state === 'blocked') return is_by_rule ? 'Blocked by a rule' : SOURCE_STATE_LABELS.blocked;
  if (state === 'allowed') return is_open ? SOURCE_STATE_LABELS.allowed : 'Its site is blocked';
  return is_open ? SOURCE_STATE_LABELS.open : 'Left out';
}

/** A row's key: sites and blocks have numbers of their own. */
export const sourceKey = (row: Pick<SourceRow, 'site_id' | 'block_id'>): string =>
  row.block_id === null ? `s${row.site_id}` : `b${row.block_id}`;

/** Sources as a call names them. */
export const idsOf = (rows: readonly Pick<SourceRow, 'site_id' | 'block_id'>[]) => ({
  site_ids: rows.filter((row) => row.block_id === null).map((row) => row.site_id),
  block_ids: rows.flatMap((row) => (row.block_id === null ? [] : [row.block_id])),
});

/** Numbers of sites and blocks out of what was pasted: `42`, and `42-105` or `#105` for a block. */
export function readPasted(text: string): { site_ids: number[]; block_ids: number[]; wrong: string[] } {
  const [sites, blocks, wrong] = [new Set<number>(), new Set<number>(), [] as string[]];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const block = /^(?:\d{1,15}-|#)(\d{1,15})$/.exec(word)?.[1];
    if (block !== undefined) blocks.add(Number(block));
    else if (/^\d{1,15}$/.test(word)) sites.add(Number(word));
    else wrong.push(word);
  }
  return { site_ids: [...sites], block_ids: [...blocks], wrong };
}

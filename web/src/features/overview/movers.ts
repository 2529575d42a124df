/** Who spends or earns more, and who less, than in the days before. Pure. */
import { type Change, metricChange, metricOf } from '~/lib/metrics';
import { addDays, type DayRange, dayOf, previousRange } from '~/lib/period';
import type { StatRow } from '../statistics/asking';

/** Days that are over, of which people are compared: part of a day tells nothing of a whole one. */
const DAYS = 7;

/** Rows of each list. */
const ROWS = 5;

/** Somebody whose money is compared. */
export interface Mover {
  id: string;
  name: string;
  /** In dollars. */
  now: number;
  /** It may be less: there are more people than were told of, and all of those have no more than that. */
  isAtMost: boolean;
  /** In the days before; nothing where that is not known. */
  before: number | null;
  change: Change | null;
}

/** The last days that are over, and as many before. */
export function comparedDays(now: number): { range: DayRange; earlier: DayRange } {
  const to = addDays(dayOf(now), -1);
  const range = { from: addDays(to, 1 - DAYS), to };
  return { range, earlier: previousRange(range) };
}

const amount = (row: StatRow | undefined, key: string): number => {
  const value = row?.[key];
  return typeof value === 'number' ? value : 0;
};

/** Whom an answer tells of, and whether it tells of all that there are. */
export interface Told {
  rows: readonly StatRow[];
  isWhole: boolean;
}

/**
 * The greatest by their money, and those who lost most of it. Who had money in one of both spans only is among them: nobody leaves
 * unseen. Where a span is told in part, who is missing in it had at most what the last one had who is not. Sales see what
 * others earned by their clients, without their names: those are left out unless `withNameless`.
 */
export function moversOf(
  { rows: now, isWhole }: Told,
  { rows: before, isWhole: wasWhole }: Told,
  key: string,
  withNameless: boolean,
): { greatest: Mover[]; falling: Mover[] } {
  const metric = metricOf(key, 'network');
  const earlier = new Map(before.map((row) => [row.id, amount(row, key)]));
  const seen = new Set(now.map(({ id }) => id));
  const isShown = ({ name }: StatRow) => withNameless || name !== null;
  const mover = ({ id, name }: StatRow, is: number, was: number | null, isAtMost = false): Mover => {
    const change = isAtMost ? null : metricChange(metric, is, was);
    return { id, name: name ?? id, now: is, isAtMost, before: was, change };
  };
  const least = isWhole ? 0 : amount(now.at(-1), key);
  const there = now
    .filter(isShown)
    .map((row) => mover(row, amount(row, key), earlier.get(row.id) ?? (wasWhole ? 0 : null)));
  const gone = before
    .filter((row) => !seen.has(row.id) && isShown(row))
    .map((row) => mover(row, least, amount(row, key), !isWhole));
  const lost = ({ now: is, before: was }: Mover) => (was ?? 0) - is;
  return {
    greatest: there
      .filter(({ now: is }) => is > 0)
      .sort((a, b) => b.now - a.now)
      .slice(0, ROWS),
    falling: [...there, ...gone]
      .filter((one) => lost(one) > 0)
      .sort((a, b) => lost(b) - lost(a))
      .slice(0, ROWS),
  };
}

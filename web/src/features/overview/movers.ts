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
  /** In dollars: now, and in the days before. */
  now: number;
  before: number;
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
 * The greatest by their money, and those who lost most of it. Who had money in one of both spans only is among them, as far as
 * the other span is told whole: whoever is missing in a part of it may just have had less than others. Sales see what others
 * earned by their clients, without their names: those are left out unless `withNameless`.
 */
export function moversOf(
  { rows: now, isWhole }: Told,
  { rows: before, isWhole: wasWhole }: Told,
  key: string,
  withNameless: boolean,
): { greatest: Mover[]; falling: Mover[] } {
  const earlier = new Map(before.map((row) => [row.id, row]));
  const seen = new Set(now.map(({ id }) => id));
  const metric = metricOf(key, 'network');
  const mover = (row: StatRow, of: StatRow | undefined, until: StatRow | undefined): Mover => {
    const [is, was] = [amount(of, key), amount(until, key)];
    return { id: row.id, name: row.name ?? row.id, now: is, before: was, change: metricChange(metric, is, was) };
  };
  const isShown = ({ name }: StatRow) => withNameless || name !== null;
  const all = [
    ...now
      .filter((row) => isShown(row) && (wasWhole || earlier.has(row.id)))
      .map((row) => mover(row, row, earlier.get(row.id))),
    ...(isWhole ? before.filter((row) => !seen.has(row.id) && isShown(row)) : []).map((row) =>
      mover(row, undefined, row),
    ),
  ];
  const lost = ({ now: is, before: was }: Mover) => was - is;
  return {
    greatest: all
      .filter(({ now: is }) => is > 0)
      .sort((a, b) => b.now - a.now)
      .slice(0, ROWS),
    falling: all
      .filter((one) => lost(one) > 0)
      .sort((a, b) => lost(b) - lost(a))
      .slice(0, ROWS),
  };
}

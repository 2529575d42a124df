import { addDays, type DayRange, dayOf, daysIn, previousRange } from './period';

/** The steps of a chart over a range of days: hours of one day, else days. */
export type Grain = 'hour' | 'date';

/** Hours for up to two days, days beyond. */
export function grainOf(range: DayRange): Grain {
  return daysIn(range) <= 2 ? 'hour' : 'date';
}

/** The ids of all steps in a range, as the statistics write them. */
export function stepsOf(range: DayRange, grain: Grain): string[] {
  const days = Array.from({ length: daysIn(range) }, (_, index) => addDays(range.from, index));
  if (grain === 'date') return days;
  return days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`));
}

/** The place of the step that is not over, as `hour` is the one that runs; -1 for none. */
export function openStep(steps: readonly string[], hour: number): number {
  const now = new Date(hour).toISOString();
  return steps.findIndex((step) => now.startsWith(step));
}

/** Hours that are left out of a comparison, so that it is one of like with like: of the range, and of the one before. */
export interface LeftOut {
  now: string[];
  before: string[];
  /** Both are compared until then: `15:00`; null where they are compared whole. */
  until: string | null;
}

/** What of a range can be compared with the one before, while `hour` runs; null where nothing can. */
export function comparable(range: DayRange, hour: number): LeftOut | null {
  const today = dayOf(hour);
  if (range.to < today) return { now: [], before: [], until: null };
  const over = new Date(hour).getUTCHours();
  if (range.to > today || (range.from === today && over === 0)) return null;
  const rest = (day: string) => stepsOf({ from: day, to: day }, 'hour').slice(over);
  return {
    now: rest(range.to),
    before: rest(previousRange(range).to),
    until: `${String(over).padStart(2, '0')}:00`,
  };
}

/** What a step is called below a chart. */
export function stepLabel(step: string): string {
  const [day = '', hour] = step.split('T');
  if (hour !== undefined) return `${hour}:00`;
  const [, month, date] = day.split('-');
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${Number(date)} ${names[Number(month) - 1] ?? ''}`;
}

/**
 * Values of one metric over the steps. A step without a row had no events: its sums are zero, its ratios null.
 * Steps that are still to come are null.
 */
export function seriesOf(
  rows: readonly { id: string; [metric: string]: unknown }[],
  steps: readonly string[],
  key: string,
  additive: boolean,
  now: number,
): (number | null)[] {
  const last = new Date(now).toISOString();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return steps.map((step) => {
    if (step > last.slice(0, step.length)) return null;
    const row = byId.get(step);
    if (!row) return additive ? 0 : null;
    const value = row[key];
    return typeof value === 'number' ? value : null;
  });
}

/**
 * The places of the points that a line of about `most` points needs to look the same: all of a short series; of a long one the
 * lowest and the highest of each stretch, with a gap where it has one.
 */
export function thinned(values: readonly (number | null)[], most: number): number[] {
  if (values.length <= most) return values.map((_, place) => place);
  const stretches = Math.max(1, Math.floor(most / 2));
  const kept = new Set<number>();
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const end = Math.floor(((stretch + 1) * values.length) / stretches);
    let low: number | undefined;
    let high: number | undefined;
    let gap: number | undefined;
    for (let place = Math.floor((stretch * values.length) / stretches); place < end; place += 1) {
      const value = values[place] ?? null;
      if (value === null) {
        gap ??= place;
        continue;
      }
      if (low === undefined || value < (values[low] ?? 0)) low = place;
      if (high === undefined || value > (values[high] ?? 0)) high = place;
    }
    for (const place of [low, high, gap]) if (place !== undefined) kept.add(place);
  }
  kept.add(0).add(values.length - 1);
  return [...kept].sort((a, b) => a - b);
}

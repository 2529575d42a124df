import { formatDay } from './format';

/** Presets of the date range. */
export const PERIOD_PRESETS = ['today', 'yesterday', '7d', '30d', 'month', 'last-month'] as const;
/** A preset, or `2026-11-01..2026-11-05`. Presets stay relative in an address that is sent to somebody. */
export type Period = string;

/** Both days inclusive, as the API takes them. Days run 00:00:00 to 23:59:59 UTC. */
export interface DayRange {
  from: string;
  to: string;
}

/** What each preset is called. */
export const PERIOD_LABELS: Record<string, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
};

const DAY_MS = 86_400_000;

/** The UTC day of a time. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** A day moved by whole days. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Days in a range, both ends counted. */
export function daysIn(range: DayRange): number {
  return Math.round((Date.parse(`${range.to}T00:00:00Z`) - Date.parse(`${range.from}T00:00:00Z`)) / DAY_MS) + 1;
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    dayOf(Date.parse(`${text}T00:00:00Z`)) === text
  );
}

/** The days that a period means now; null for what is no period. */
export function resolvePeriod(period: Period, now: number): DayRange | null {
  const today = dayOf(now);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'last-month': {
      const last = addDays(`${today.slice(0, 8)}01`, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
    default: {
      const [from = '', to = '', rest] = period.split('..');
      if (rest !== undefined || !isDay(from) || !isDay(to)) return null;
      return from <= to ? { from, to } : { from: to, to: from };
    }
  }
}

/** As `resolvePeriod`, with another period for what is none. */
export function periodOr(period: Period, fallback: Period, now: number): DayRange {
  return resolvePeriod(period, now) ?? resolvePeriod(fallback, now) ?? { from: dayOf(now), to: dayOf(now) };
}

/** A range as a period. */
export function customPeriod(range: DayRange): Period {
  return `${range.from}..${range.to}`;
}

/** The period of the same length just before. */
export function previousRange(range: DayRange): DayRange {
  const days = daysIn(range);
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) };
}

/** `Today, 21 Nov`, `15 to 21 Nov`. */
export function periodText(period: Period, range: DayRange): string {
  const days = formatRange(range);
  if (period === 'today' || period === 'yesterday') return `${PERIOD_LABELS[period]}, ${days}`;
  return days;
}

/** `15 to 21 Nov`, `21 Nov`. */
export function formatRange(range: DayRange): string {
  return range.from === range.to ? formatDay(range.from) : `${shortFrom(range)} to ${formatDay(range.to)}`;
}

function shortFrom(range: DayRange): string {
  return range.from.slice(0, 7) === range.to.slice(0, 7) ? String(Number(range.from.slice(8))) : formatDay(range.from);
}

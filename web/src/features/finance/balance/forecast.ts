import type { PendingDay } from '~/api/sdk';
import { plural } from '~/lib/format';

/** Micro-dollars of a dollar: sums are rounded to what amounts have. */
const MICROS = 1e6;
const CENTS = 100;

const whole = (dollars: number) => Math.round(dollars * MICROS) / MICROS;

/** What is there when a day is over, if nothing else moves it: what is available, and what becomes so until then. */
export function availableAfter(day: string, available: number, pending: readonly PendingDay[]): number {
  return whole(pending.reduce((sum, { date, amount }) => (date <= day ? sum + amount : sum), available));
}

/** The first day on which so much is there; null where what is on its way is not enough. */
export function dayWith(least: number, available: number, pending: readonly PendingDay[]): string | null {
  return pending.find(({ date }) => availableAfter(date, available, pending) >= least)?.date ?? null;
}

/** Nothing less than a cent is paid. */
export const inCents = (dollars: number): number => Math.max(0, Math.floor(whole(dollars * CENTS)) / CENTS);

/** Hours of a week. */
const WEEK_HOURS = 168;
/** From so many hours on, days are told. */
const HOURS_MAX = 48;
/** What lasts longer is told as a year. */
const YEAR_DAYS = 365;

/** How long dollars last at the pace of a week's spend, in words; empty where nothing was spent. */
export function lasting(dollars: number, week: number): string {
  if (!(week > 0)) return '';
  const hours = Math.floor((dollars * WEEK_HOURS) / week);
  if (hours < 1) return 'under an hour';
  if (hours < HOURS_MAX) return plural(hours, 'hour');
  const days = Math.floor(hours / 24);
  return days < YEAR_DAYS ? plural(days, 'day') : plural(Math.floor(days / YEAR_DAYS), 'year');
}

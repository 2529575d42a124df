import { useSearch } from '@tanstack/react-router';
import { type DayRange, formatRange, PERIOD_LABELS, type Period, periodOr } from '~/lib/period';
import { useHour } from '~/ui/use-now';

/** The days of a test until others are chosen: today alone is nearly always too short. */
const DAYS_DEFAULT: Period = '7d';

/** The days that tests of ads count: those chosen in the address, else the last seven. */
export function useTestDays(): { period: Period | undefined; range: DayRange; words: string } {
  const { period } = useSearch({ strict: false }) as { period?: Period };
  const range = periodOr(period ?? DAYS_DEFAULT, DAYS_DEFAULT, useHour());
  const words = PERIOD_LABELS[period ?? DAYS_DEFAULT]?.toLowerCase() ?? formatRange(range);
  return { period, range, words };
}

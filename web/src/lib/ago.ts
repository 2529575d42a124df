import { formatDate, formatWait } from './format';

/** Younger than this, in milliseconds, is now. */
const NOW_MS = 60_000;
/** Older than this, in milliseconds, is told as a date. */
const DATE_FROM_MS = 14 * 86_400_000;

/** How long ago a time was: `just now`, `12 min ago`, `3 days ago`, `21 Oct 2026`. */
export function formatAgo(value: string, now: number): string {
  const passed = now - Date.parse(value);
  if (Number.isNaN(passed)) return formatDate(value);
  if (passed < NOW_MS) return 'just now';
  return passed > DATE_FROM_MS ? formatDate(value) : `${formatWait(passed)} ago`;
}

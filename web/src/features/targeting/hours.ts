/** Hours of the week in UTC: 0 is Monday 00:00 to 00:59, 167 is Sunday 23:00 to 23:59. */

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const HOURS_OF_DAY = 24;
export const HOURS_OF_WEEK = DAYS.length * HOURS_OF_DAY;

export type Hours = ReadonlySet<number>;

const all = Array.from({ length: HOURS_OF_WEEK }, (_, hour) => hour);
const where = (test: (day: number, hour: number) => boolean) =>
  all.filter((at) => test(Math.floor(at / HOURS_OF_DAY), at % HOURS_OF_DAY));

/** Schedules that are chosen at once. */
export const PRESETS: readonly { key: string; label: string; hours: readonly number[] }[] = [
  { key: 'always', label: 'Always', hours: all },
  { key: 'workdays', label: 'Working days', hours: where((day) => day < 5) },
  { key: 'weekend', label: 'Weekend', hours: where((day) => day >= 5) },
  { key: 'day', label: '8 to 20', hours: where((_, hour) => hour >= 8 && hour < 20) },
  { key: 'evening', label: 'Evenings', hours: where((_, hour) => hour >= 17) },
];

/** Whether a preset is what is chosen now. */
export const isPreset = (hours: Hours, preset: readonly number[]): boolean =>
  hours.size === preset.length && preset.every((hour) => hours.has(hour));

/** All hours of the rectangle between two cells. */
export function rectangle(from: number, to: number): number[] {
  const [day1, day2] = [Math.floor(from / HOURS_OF_DAY), Math.floor(to / HOURS_OF_DAY)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [hour1, hour2] = [from % HOURS_OF_DAY, to % HOURS_OF_DAY].sort((a, b) => a - b) as [number, number];
  return where((day, hour) => day >= day1 && day <= day2 && hour >= hour1 && hour <= hour2);
}

/** The set with hours added or taken away. */
export function paint(hours: Hours, cells: readonly number[], on: boolean): Set<number> {
  const next = new Set(hours);
  for (const cell of cells) {
    if (on) next.add(cell);
    else next.delete(cell);
  }
  return next;
}

/** The schedule in words: "All week", "112 of 168 hours". */
export function hoursInWords(hours: Hours): string {
  if (hours.size === HOURS_OF_WEEK) return 'All week';
  if (hours.size === 0) return 'Never: choose at least one hour';
  return `${hours.size} of ${HOURS_OF_WEEK} hours a week`;
}

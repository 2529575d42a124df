import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { type DayRange, dayOf } from '~/lib/period';

/** A calendar on which two days are chosen; loaded when the date range is opened. */
export default function RangeCalendar({
  range,
  today,
  onChange,
}: {
  range: DayRange;
  today: number;
  onChange(range: DayRange): void;
}) {
  const [days, setDays] = useState<[string | null, string | null]>([range.from, range.to]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      size="sm"
      maxDate={dayOf(today)}
      defaultDate={range.to}
      value={days}
      firstDayOfWeek={1}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month', monthLevelControl: 'Choose a month' }}
      onChange={(next) => {
        setDays(next as [string | null, string | null]);
        const [from, to] = next;
        if (from && to) onChange({ from: String(from), to: String(to) });
      }}
    />
  );
}

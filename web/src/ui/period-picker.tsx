import { Popover } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { customPeriod, PERIOD_LABELS, PERIOD_PRESETS, type Period, periodText, resolvePeriod } from '~/lib/period';
import { Button } from './button';
import { late } from './late';
import styles from './period-picker.module.css';
import { Skeleton } from './states';
import { useHour } from './use-now';

const RangeCalendar = late(() => import('./range-calendar'));

/**
 * The date range: presets at one side, a calendar for an own one at the other. Days are UTC. Where `any` says what stands for no
 * choice, none need be made.
 */
export function PeriodPicker({
  value,
  onChange,
  any,
}: {
  value: Period | null;
  onChange(period: Period): void;
  any?: { label: string; choose(): void };
}) {
  const today = useHour();
  const [open, setOpen] = useState(false);
  const range = resolvePeriod(value ?? 'today', today) ?? resolvePeriod('today', today) ?? { from: '', to: '' };
  const choose = (period: Period) => {
    setOpen(false);
    onChange(period);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button size="tool" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconCalendar size={14} stroke={2} aria-hidden />
          {value === null && any ? any.label : periodText(value ?? 'today', range)}
          <IconChevronDown size={12} stroke={2.25} aria-hidden />
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Date range">
        <div className={styles.pop}>
          <ul className={styles.presets}>
            {any && (
              <li>
                <button
                  type="button"
                  aria-pressed={value === null}
                  onClick={() => {
                    setOpen(false);
                    any.choose();
                  }}
                >
                  {any.label}
                  {value === null && <IconCheck size={14} aria-hidden />}
                </button>
              </li>
            )}
            {PERIOD_PRESETS.map((preset) => (
              <li key={preset}>
                <button type="button" aria-pressed={preset === value} onClick={() => choose(preset)}>
                  {PERIOD_LABELS[preset]}
                  {preset === value && <IconCheck size={14} aria-hidden />}
                </button>
              </li>
            ))}
            <li className={styles.hint}>Days are UTC</li>
          </ul>
          <div className={styles.calendar}>
            <Suspense fallback={<Skeleton width={252} height={270} radius={8} />}>
              <RangeCalendar range={range} today={today} onChange={(next) => choose(customPeriod(next))} />
            </Suspense>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

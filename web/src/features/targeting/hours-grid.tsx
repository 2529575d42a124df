import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { DAYS, HOURS_OF_DAY, HOURS_OF_WEEK, hoursInWords, isPreset, PRESETS, paint, rectangle } from './hours';
import styles from './hours-grid.module.css';

const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const dayHours = (day: number) => rectangle(day * HOURS_OF_DAY, day * HOURS_OF_DAY + HOURS_OF_DAY - 1);
const hourOfDays = (hour: number) => rectangle(hour, (DAYS.length - 1) * HOURS_OF_DAY + hour);

/** Where an arrow key leads from a cell; the grid does not wrap. */
function moved(cell: number, key: string): number {
  const hour = cell % HOURS_OF_DAY;
  if (key === 'ArrowLeft') return hour > 0 ? cell - 1 : cell;
  if (key === 'ArrowRight') return hour < HOURS_OF_DAY - 1 ? cell + 1 : cell;
  if (key === 'ArrowUp') return cell >= HOURS_OF_DAY ? cell - HOURS_OF_DAY : cell;
  if (key === 'ArrowDown') return cell < HOURS_OF_WEEK - HOURS_OF_DAY ? cell + HOURS_OF_DAY : cell;
  if (key === 'Home') return cell - hour;
  if (key === 'End') return cell - hour + HOURS_OF_DAY - 1;
  return cell;
}

/**
 * The hours of a week to paint: drag with the mouse; with the keyboard arrows move, Space toggles, Shift with arrows paints.
 * A heading toggles its day or hour. `value` holds the chosen hours, ascending.
 */
export function HoursGrid({
  value,
  onChange,
  labelledBy,
}: {
  value: readonly number[];
  onChange(hours: number[]): void;
  labelledBy: string;
}) {
  const hours = useMemo(() => new Set(value), [value]);
  const [focus, setFocus] = useState(0);
  const [drag, setDrag] = useState<{ from: number; to: number; on: boolean } | null>(null);
  const drawn = useMemo(() => new Set(drag ? rectangle(drag.from, drag.to) : []), [drag]);

  const set = (cells: readonly number[], on: boolean) => onChange([...paint(hours, cells, on)].sort((a, b) => a - b));
  const toggle = (cells: readonly number[]) => set(cells, !cells.every((cell) => hours.has(cell)));

  useEffect(() => {
    if (!drag) return;
    const end = () => {
      onChange([...paint(hours, rectangle(drag.from, drag.to), drag.on)].sort((a, b) => a - b));
      setDrag(null);
    };
    window.addEventListener('pointerup', end, { once: true });
    return () => window.removeEventListener('pointerup', end);
  }, [drag, hours, onChange]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.cell === undefined) return;
    const cell = Number(event.target.dataset.cell);
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      toggle([cell]);
      return;
    }
    const next = moved(cell, event.key);
    if (next === cell) return;
    event.preventDefault();
    if (event.shiftKey) set([next], hours.has(cell));
    setFocus(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };

  return (
    <div className={styles.wrap}>
      <div className="row wrap">
        {PRESETS.map((preset) => (
          <Button
            key={preset.key}
            size="sm"
            aria-pressed={isPreset(hours, preset.hours)}
            variant={isPreset(hours, preset.hours) ? 'ink' : 'line'}
            onClick={() => onChange([...preset.hours])}
          >
            {preset.label}
          </Button>
        ))}
        <span className="s12 t2" aria-live="polite">
          {hoursInWords(hours)}, UTC
        </span>
      </div>
      <div className={styles.scroll}>
        <table
          className={styles.grid}
          role="grid"
          aria-labelledby={labelledBy}
          aria-multiselectable
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <td className={styles.day} />
              {dayHours(0).map((hour) => (
                <th key={hour} scope="col">
                  <button
                    type="button"
                    className={styles.head}
                    tabIndex={-1}
                    aria-label={`${hour}: toggle ${hourLabel(hour)} on all days`}
                    onClick={() => toggle(hourOfDays(hour))}
                  >
                    {hour}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((name, day) => (
              <tr key={name}>
                <th scope="row" className={styles.day}>
                  <button
                    type="button"
                    className={styles.head}
                    tabIndex={-1}
                    aria-label={`${name}: toggle all of it`}
                    onClick={() => toggle(dayHours(day))}
                  >
                    {name}
                  </button>
                </th>
                {dayHours(day).map((cell) => {
                  const on = drag && drawn.has(cell) ? drag.on : hours.has(cell);
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the table listens to the keys of all its cells
                    <td
                      key={cell}
                      data-cell={cell}
                      role="gridcell"
                      tabIndex={cell === focus ? 0 : -1}
                      aria-selected={on}
                      aria-label={`${name} ${hourLabel(cell % HOURS_OF_DAY)}`}
                      className={cx(styles.cell, drawn.has(cell) && styles.drawn)}
                      onFocus={() => setFocus(cell)}
                      onPointerDown={(event) => {
                        if (event.button !== 0 || event.pointerType === 'touch') return;
                        setDrag({ from: cell, to: cell, on: !hours.has(cell) });
                      }}
                      onPointerEnter={() => setDrag((now) => now && { ...now, to: cell })}
                      onClick={(event) => {
                        // A mouse has painted already; a finger taps single hours, so that the page can still be scrolled.
                        if ((event.nativeEvent as PointerEvent).pointerType === 'touch') toggle([cell]);
                      }}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

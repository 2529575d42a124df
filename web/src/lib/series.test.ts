import { describe, expect, it } from 'vitest';
import { comparable, grainOf, openStep, seriesOf, stepLabel, stepsOf, thinned } from './series';

const DAY = { from: '2026-11-21', to: '2026-11-21' };

it('shows hours of a day, days of a week', () => {
  expect(grainOf(DAY)).toBe('hour');
  expect(grainOf({ from: '2026-11-15', to: '2026-11-21' })).toBe('date');
  expect(stepsOf(DAY, 'hour')).toHaveLength(24);
  expect(stepsOf({ from: '2026-11-15', to: '2026-11-17' }, 'date')).toEqual(['2026-11-15', '2026-11-16', '2026-11-17']);
  expect(stepLabel('2026-11-21T05')).toBe('05:00');
  expect(stepLabel('2026-11-21')).toBe('21 Nov');
});

it('fills what had no events, and leaves out what is still to come', () => {
  const now = Date.parse('2026-11-21T02:30:00Z');
  const steps = stepsOf(DAY, 'hour').slice(0, 5);
  const rows = [{ id: '2026-11-21T01', money: 5, ctr: 0.4 }];
  expect(seriesOf(rows, steps, 'money', true, now)).toEqual([0, 5, 0, null, null]);
  expect(seriesOf(rows, steps, 'ctr', false, now)).toEqual([null, 0.4, null, null, null]);
});

it('compares like with like: the unfinished hour and those to come are left out of both', () => {
  const hour = Date.parse('2026-11-21T22:00:00Z');
  expect(comparable(DAY, hour)).toEqual({
    now: ['2026-11-21T22', '2026-11-21T23'],
    before: ['2026-11-20T22', '2026-11-20T23'],
    until: '22:00',
  });
  expect(comparable({ from: '2026-11-15', to: '2026-11-21' }, hour)?.before).toEqual([
    '2026-11-14T22',
    '2026-11-14T23',
  ]);
  expect(comparable({ from: '2026-11-15', to: '2026-11-20' }, hour)).toEqual({ now: [], before: [], until: null });
  // Nothing of the day is over yet, or the range is not there yet.
  expect(comparable(DAY, Date.parse('2026-11-21T00:00:00Z'))).toBeNull();
  expect(comparable({ from: '2026-11-21', to: '2026-11-22' }, hour)).toBeNull();
});

it('knows the step that is not over', () => {
  const hour = Date.parse('2026-11-21T02:00:00Z');
  expect(openStep(stepsOf(DAY, 'hour'), hour)).toBe(2);
  expect(openStep(['2026-11-20', '2026-11-21'], hour)).toBe(1);
  expect(openStep(['2026-11-20'], hour)).toBe(-1);
});

describe('a line of many points', () => {
  const hours = Array.from({ length: 8_760 }, (_, hour) => 100 + 50 * Math.sin(hour / 12));

  it('keeps every point of a short series', () => {
    expect(thinned([3, null, 5], 3)).toEqual([0, 1, 2]);
    expect(thinned([], 10)).toEqual([]);
  });
  it('keeps both ends and every extreme of a year of hours', () => {
    const peaks = hours.map((value, hour) => (hour === 4_321 ? 900 : hour === 1_234 ? -5 : value));
    const kept = thinned(peaks, 800);
    expect(kept.length).toBeLessThanOrEqual(802);
    expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
    for (const place of [0, 1_234, 4_321, 8_759]) expect(kept).toContain(place);
  });
  it('keeps gaps, and draws nothing over them', () => {
    const holed = hours.map((value, hour) => (hour === 5_000 || hour > 8_000 ? null : value));
    const kept = thinned(holed, 800);
    expect(kept).toContain(5_000);
    expect(kept.filter((place) => place > 8_020).every((place) => holed[place] === null)).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { grainOf, seriesOf, stepLabel, stepsOf } from './series';

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

import { describe, expect, it } from 'vitest';
import * as period from './period';

const NOW = Date.parse('2026-11-21T00:30:00Z');

describe('periods', () => {
  const check = (text: string, from: string, to: string) =>
    expect(period.resolvePeriod(text, NOW)).toEqual({ from, to });
  it('resolves presets by the UTC day', () => {
    check('today', '2026-11-21', '2026-11-21');
    check('yesterday', '2026-11-20', '2026-11-20');
    check('7d', '2026-11-15', '2026-11-21');
    check('30d', '2026-10-23', '2026-11-21');
    check('month', '2026-11-01', '2026-11-21');
    check('last-month', '2026-10-01', '2026-10-31');
  });
  it('resolves own ranges, in either order', () => {
    check('2026-02-27..2026-03-02', '2026-02-27', '2026-03-02');
    check('2026-03-02..2026-02-27', '2026-02-27', '2026-03-02');
  });
  it('refuses what is no period', () => {
    for (const text of ['', 'tomorrow', '2026-02-30..2026-03-01', '2026-01-01', '2026-01-01..2026-01-02..2026-01-03']) {
      expect(period.resolvePeriod(text, NOW)).toBeNull();
    }
    expect(period.periodOr('nonsense', '7d', NOW)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });
  it('finds as many days before', () => {
    expect(period.previousRange({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
      from: '2026-02-22',
      to: '2026-02-28',
    });
    expect(period.daysIn({ from: '2026-03-01', to: '2026-03-07' })).toBe(7);
  });
  it('names ranges', () => {
    expect(period.periodText('today', { from: '2026-11-21', to: '2026-11-21' })).toBe('Today, 21 Nov');
    expect(period.periodText('7d', { from: '2026-11-15', to: '2026-11-21' })).toBe('15 to 21 Nov');
    expect(period.periodText('30d', { from: '2026-10-23', to: '2026-11-21' })).toBe('23 Oct to 21 Nov');
  });
});

import { describe, expect, it } from 'vitest';
import * as format from './format';

const S = '\u00a0';

describe('numbers', () => {
  const check = (value: number | null, decimals: number, expected: string) =>
    expect(format.formatNumber(value, decimals)).toBe(expected);
  it('groups thousands with no-break spaces and puts a comma before decimals', () => {
    check(0, 0, '0');
    check(999, 0, '999');
    check(1805927, 0, `1${S}805${S}927`);
    check(2418.07, 2, `2${S}418,07`);
    check(-1234.5, 1, `−1${S}234,5`);
  });
  it('shows a dash for no data and no sign on what rounds to nothing', () => {
    check(null, 2, '–');
    check(Number.NaN, 2, '–');
    check(-0.001, 2, '0,00');
  });
  it('signs what grew', () => {
    expect(format.formatSigned(38.44, 1)).toBe('+38,4');
    expect(format.formatSigned(-3.2, 1)).toBe('−3,2');
    expect(format.formatSigned(0.0001, 1)).toBe('0,0');
    expect(format.formatSigned(null)).toBe('–');
  });
});

describe('money', () => {
  it('is written in the user’s unit', () => {
    expect(format.formatMoney(2418.07, 'dollar')).toBe(`$2${S}418,07`);
    expect(format.formatMoney(-5, 'dollar')).toBe('−$5,00');
    expect(format.formatMoney(0.07, 'cent')).toBe(`7,0${S}¢`);
    expect(format.formatMoney(0.163, 'cent', 3)).toBe(`16,3${S}¢`);
    expect(format.formatMoney(null, 'dollar')).toBe('–');
  });
  it('goes to the unit and back without a rest', () => {
    for (const dollars of [0.07, 0.29, 1.15, 4, 0.005, 19.99]) {
      expect(format.fromUnit(format.inUnit(dollars, 'cent'), 'cent')).toBe(dollars);
    }
    expect(format.inUnit(0.07, 'cent')).toBe(7);
  });
  it('leaves decimals out of round limits', () => {
    expect(format.formatLimit(400, 'dollar')).toBe('400');
    expect(format.formatLimit(12.5, 'dollar')).toBe('12,50');
  });
});

describe('times', () => {
  it('are UTC', () => {
    expect(format.formatDate('2026-11-21')).toBe('21 Nov 2026');
    expect(format.formatTime('2026-11-21T23:59:10+02:00')).toBe('21 Nov 2026, 21:59');
    expect(format.formatDate(null)).toBe('–');
    expect(format.formatTime('nonsense')).toBe('–');
  });
  it('say how long something waits', () => {
    expect(format.formatWait(8_000)).toBe(`8${S}s`);
    expect(format.formatWait(42 * 60_000)).toBe(`42${S}min`);
    expect(format.formatWait(5 * 3_600_000)).toBe(`5${S}h`);
    expect(format.formatWait(72 * 3_600_000)).toBe(`3${S}days`);
  });
});

import { expect, it } from 'vitest';
import { hasData, isAdditive, metricCell, metricChange, metricHeading, metricOf, metricText } from './metrics';

it('compares sums in per cent and shares in points', () => {
  expect(metricChange(metricOf('clicks_count'), 111, 100)).toEqual({
    text: '+11,0\u00a0%',
    direction: 'up',
    good: true,
  });
  expect(metricChange(metricOf('ctr'), 0.52, 0.49)).toEqual({ text: '+0,03', direction: 'up', good: true });
  expect(metricChange(metricOf('cpc'), 0.13, 0.14)).toMatchObject({ direction: 'down', good: true });
  expect(metricChange(metricOf('money'), 120, 100)).toMatchObject({ direction: 'up', good: null });
});

it('does not compare with nothing', () => {
  expect(metricChange(metricOf('money'), 120.44, 0.33)).toMatchObject({ text: '×\u2009365', direction: 'up' });
  expect(metricChange(metricOf('money'), 12, 0)).toBeNull();
  expect(metricChange(metricOf('ctr'), null, 1)).toBeNull();
});

it('writes money in the unit and ratios with a comma', () => {
  expect(metricHeading(metricOf('money'), 'cent')).toBe('Spent, ¢');
  expect(metricCell(metricOf('cpc'), 0.163, 'cent')).toBe('16,3');
  expect(metricCell(metricOf('roi_percentage'), 38.44, 'dollar')).toBe('+38,4');
  expect(metricText(metricOf('ctr'), 0.49, 'dollar')).toBe('0,49\u00a0%');
  expect(metricText(metricOf('ctr'), null, 'dollar')).toBe('–');
});

it('writes no price that could be read as thousands', () => {
  expect(metricText(metricOf('cpm'), 24, 'dollar')).toBe('$24,00');
  expect(metricCell(metricOf('cpm'), 0.9996, 'dollar')).toBe('1,00');
  expect(metricCell(metricOf('cpc'), 0.125, 'dollar')).toBe('0,125');
  expect(metricCell(metricOf('weight'), 24, 'dollar')).toBe('24,00');
});

it('takes zeros all over for no data', () => {
  expect(hasData({ shows_count: 0, clicks_count: 0, money: 0, ctr: null })).toBe(false);
  expect(hasData({ shows_count: 0, clicks_count: 0, invalid_clicks_count: 1 })).toBe(true);
  expect(hasData(null)).toBe(false);
});

it('knows which figures are zero when nothing happened', () => {
  expect(isAdditive(metricOf('money'))).toBe(true);
  expect(isAdditive(metricOf('clicks_count'))).toBe(true);
  expect(isAdditive(metricOf('cpm'))).toBe(false);
});

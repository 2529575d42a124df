import { expect, it } from 'vitest';
import type { Setting } from '~/api/sdk';
import { sentValue, shownValue, typedValue, valueProblem } from './setting-value';

const shown = (kind: Setting['kind'], value: string, unit = '') => shownValue({ kind, value, unit } as Setting);

it.each([
  ['money', '0,07', '0.07'],
  ['money', '$1,234.56', '1234.56'],
  ['money', '1 234,5', '1234.5'],
  ['money', '0,125', '0.125'],
  ['percent', '12,5 %', '12.5'],
  ['whole', '1 000 000', '1000000'],
  ['text', ' Placard ', 'Placard'],
  ['country_bids', 'US 0.5\nDE 0.25', 'US 0.5\nDE 0.25'],
  ['country_bids', '', ''],
] as const)('sends of %s %j what is meant', (kind, typed, sent) => {
  expect(valueProblem(kind, typed)).toBeNull();
  expect(sentValue(kind, typed)).toBe(sent);
});

it('refuses in words what can be read in two ways, and what is no number', () => {
  expect(valueProblem('money', '1,234')).toBe('1,234 can be read in two ways. Write 1234, or 1,2340.');
  expect(valueProblem('whole', '1.234')).toBe('1.234 can be read in two ways. Write 1234.');
  expect(valueProblem('percent', 'half')).toMatch(/^Digits only/);
  expect(valueProblem('text', '1,234')).toBeNull();
  expect(valueProblem('country_bids', 'US 0.5\nDE \nFR much')).toMatch(
    /^Germany: An amount is needed\. France: Digits only/,
  );
});

it('shows numbers so that nobody reads another one, and reads them again', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect([shown('money', '1.234'), plain(shown('money', '1000000')), shown('percent', '2.5')]).toEqual([
    '$1,2340',
    '$1 000 000',
    '2,5 %',
  ]);
  expect(plain(shown('whole', '100000', 'calls'))).toBe('100 000 calls');
  for (const value of ['1.234', '1000000', '0.05']) expect(sentValue('money', typedValue('money', value))).toBe(value);
});

it('tells lowest bids by the names of their countries', () => {
  // As people wrote it who typed lines.
  expect(shown('country_bids', 'US  0,5\nDE 0.25')).toBe('United States $0,50, Germany $0,25');
  expect(shown('country_bids', '')).toBe('Empty');
});

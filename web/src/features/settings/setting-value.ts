import type { Setting } from '~/api/sdk';
import { amountProblem, numberText, readAmount, readNumber } from '~/lib/amount';
import { formatPrice } from '~/lib/format';
import { countryName } from '~/lib/names';
import type { CountryAmount } from '../targeting/country-amounts';

/** Decimals and the sign of values that are numbers; how many a setting takes of them is told by its range. */
const NUMBERS = {
  money: { decimals: 6, symbol: '$' },
  percent: { decimals: 2, symbol: '%' },
  whole: { decimals: 0, symbol: '' },
} as const satisfies Partial<Record<Setting['kind'], { decimals: number; symbol: string }>>;

type NumberKind = keyof typeof NUMBERS;

/** Whether values of a kind are numbers. */
export const isNumeric = (kind: Setting['kind']): kind is NumberKind => kind in NUMBERS;

/** A value as a field and a table show it: a number is grouped and has a comma, and is read again as what it is. */
export const typedValue = (kind: Setting['kind'], value: string): string =>
  isNumeric(kind) && value !== '' && Number.isFinite(Number(value))
    ? numberText(Number(value), NUMBERS[kind].decimals)
    : value;

/** The countries of a value, each in a line with its bid as it was typed. */
export const readCountryBids = (value: string): CountryAmount[] =>
  value.split('\n').flatMap((line) => {
    const [code = '', ...rest] = line.trim().split(/\s+/);
    return code ? { country_code: code, bid: readAmount(rest.join(' '), 'dollar', NUMBERS.money.decimals) } : [];
  });

/** The value of countries with their bids, as {@link readCountryBids} reads it. */
export const countryBidsText = (bids: readonly CountryAmount[]): string =>
  bids.map(({ country_code: code, bid }) => `${code} ${bid}`).join('\n');

/** A value as people read it: numbers with their unit, lists in one line. */
export function shownValue({ kind, value, unit }: Setting): string {
  if (value === '') return kind === 'users' ? 'Nobody' : 'Empty';
  const shown = typedValue(kind, value);
  switch (kind) {
    case 'money':
      return `$${shown}`;
    case 'percent':
      return `${shown} %`;
    case 'whole':
      return unit ? `${shown} ${unit}` : shown;
    case 'users':
      return value === 'all' ? 'Everybody' : `Users ${value.split(' ').join(', ')}`;
    case 'country_bids':
      return readCountryBids(value)
        .map(({ country_code: code, bid }) => `${countryName(code)} ${formatPrice(Number(bid), 'dollar')}`)
        .join(', ');
    case 'lines':
      return value.split('\n').join(', ');
    case 'switch':
      return value === 'on' ? 'On' : 'Off';
    case 'text':
      return value;
  }
}

const readingOf = (kind: NumberKind, typed: string) => readNumber(typed, NUMBERS[kind].decimals, NUMBERS[kind].symbol);

/** What is unclear about a value as it was typed, or null. */
export function valueProblem(kind: Setting['kind'], typed: string): string | null {
  if (kind === 'country_bids') {
    const bids = readCountryBids(typed).flatMap(({ country_code: code, bid }) => {
      const problem = bid === '' ? 'An amount is needed.' : amountProblem(bid, 'dollar', NUMBERS.money.decimals);
      return problem === null ? [] : `${countryName(code)}: ${problem}`;
    });
    return bids.length > 0 ? bids.join(' ') : null;
  }
  if (!isNumeric(kind)) return null;
  const reading = readingOf(kind, typed);
  return 'problem' in reading ? reading.problem : null;
}

/** What was typed as the API takes it. */
export function sentValue(kind: Setting['kind'], typed: string): string {
  if (!isNumeric(kind)) return typed.trim();
  const reading = readingOf(kind, typed);
  return 'problem' in reading || reading.number === null ? typed.trim() : String(reading.number);
}

import { expect, it } from 'vitest';
import { RuleActionKind, RuleMetric, RuleWindow } from '~/api/words';
import { formatNumber } from '~/lib/format';
import { isWhole, RULE_CHECKS } from './rule-checks';
import { type RuleValues, valuesOf } from './rule-words';

const FIRST = valuesOf(undefined, 'dollar');

const wrong = (some: Partial<RuleValues>) => {
  const values = { ...FIRST, ...some };
  return Object.entries(RULE_CHECKS).flatMap(([name, check]) => {
    const said = (check as (value: unknown, values: RuleValues) => string | null)(values[name], values);
    return said === null ? [] : [said];
  });
};

it('finds nothing wrong with what a new rule begins with', () => {
  expect(wrong({})).toEqual([]);
  expect(isWhole(FIRST)).toBe(true);
});

it('takes no number for another one that cannot be read', () => {
  expect(wrong({ leastClicks: '1,000' })).toEqual([`Clicks: a whole number, 0 to ${formatNumber(1e9)}.`]);
  expect(wrong({ leastClicks: '1 000' })).toEqual([]);
  expect(wrong({ days: '' })).toEqual(['Days: a whole number, 1 to 90.']);
  expect(wrong({ most: '0' })).toEqual(['Actions a day: a whole number, 1 to 100.']);
  expect(isWhole({ ...FIRST, cooldown: 'day' })).toBe(false);
});

it('says what is unclear about a number of a condition', () => {
  const { Spent, Leads } = RuleMetric;
  const of = (metric: number, value: string) => wrong({ conditions: [{ metric, comparison: 1, value }] });
  expect(of(Spent, '1,234')).toEqual(['Spent: 1,234 can be read in two ways. Write 1234, or 1,2340.']);
  expect(of(Spent, '')).toEqual(['Spent: a number is needed.']);
  expect(of(Leads, '0,5')).toEqual(['Leads: Whole numbers only.']);
  expect(of(RuleMetric.Roi, '-50')).toEqual([]);
  for (const value of ['1 234', '1,234.56', '0,125']) expect(of(Spent, value)).toEqual([]);
});

it('asks nothing of fields that are not in the sentence', () => {
  expect(wrong({ window: RuleWindow.Lifetime, days: '' })).toEqual([]);
  expect(wrong({ kind: RuleActionKind.Tell, ask: '' })).toEqual([]);
  expect(wrong({ kind: RuleActionKind.LowerBid, value: '', bound: '' })).toEqual([
    'The step: a number is needed.',
    'How far it goes: a number is needed.',
  ]);
});

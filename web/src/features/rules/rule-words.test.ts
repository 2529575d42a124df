import { expect, it } from 'vitest';
import type { Rule } from '~/api/sdk';
import { RuleActionKind, RuleComparison, RuleMetric, RuleSubject } from '~/api/words';
import { formOf, sentence, valuesOf } from './rule-words';

const RULE = {
  ...formOf(valuesOf(undefined, 'dollar'), 'dollar'),
  subject_id: RuleSubject.Ad,
  conditions: [
    { metric_id: RuleMetric.Spent, comparison_id: RuleComparison.Over, value: 12.5 },
    { metric_id: RuleMetric.Clicks, comparison_id: RuleComparison.AtLeast, value: 50 },
  ],
  action: { kind_id: RuleActionKind.LowerBid, value: 20, bound: 0.07 },
} as unknown as Rule;

it('holds amounts in the unit of the person, and sends dollars', () => {
  const cents = valuesOf(RULE, 'cent');
  expect([cents.conditions.map(({ value }) => value), cents.value, cents.bound]).toEqual([
    ['1\u00a0250', '50'],
    '20',
    '7',
  ]);
  const { conditions, action } = formOf(cents, 'cent');
  expect([conditions, action]).toEqual([RULE.conditions, RULE.action]);
  expect(valuesOf(undefined, 'cent').conditions[0]?.value).toBe('1\u00a0200');
  const loss = {
    ...RULE,
    conditions: [{ metric_id: RuleMetric.Roi, comparison_id: RuleComparison.Under, value: -0.5 }],
  } as Rule;
  expect(formOf(valuesOf(loss, 'dollar'), 'dollar').conditions).toEqual(loss.conditions);
  // What is held is read again as what it is.
  const fine = { ...RULE, action: { kind_id: RuleActionKind.LowerBid, value: 20, bound: 1.234 } } as Rule;
  expect(formOf(valuesOf(fine, 'dollar'), 'dollar').action.bound).toBe(1.234);
});

it('leaves coefficients as they are', () => {
  const rule = { ...RULE, action: { kind_id: RuleActionKind.LowerCoefficient, value: 20, bound: 0.5 } } as Rule;
  expect(valuesOf(rule, 'cent').bound).toBe('0,5');
  expect(formOf(valuesOf(rule, 'cent'), 'cent').action).toEqual(rule.action);
});

it('says them in that unit', () => {
  expect(sentence(RULE, 'cent').replaceAll('\u00a0', ' ')).toMatch(/1 ?250(,0+)? ¢.* by 20 % down to 7(,0+)? ¢/);
  expect(sentence(RULE, 'dollar')).toMatch(/\$12,50.* down to \$0,07/);
});

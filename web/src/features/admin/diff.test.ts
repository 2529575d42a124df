import { describe, expect, it } from 'vitest';
import { actionName, changesBetween, shortValue } from './diff';

const told = (before: unknown, after: unknown) =>
  changesBetween(before, after).map(
    (change) => `${change.name}: ${shortValue(change.before)} > ${shortValue(change.after)}`,
  );

describe('what an entry of the audit log tells', () => {
  it.each([
    [{ status: 'active', name: 'Ada' }, { status: 'blocked', name: 'Ada' }, ['status: active > blocked']],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c: 2 > 3']],
    [{ list: [1, 2] }, { list: [1] }, ['list: [1,2] > [1]']],
    [null, { name: 'Spring', limit: null, on: false }, ['name: nothing > Spring', 'on: nothing > no']],
    [{ x: 1 }, { x: 1 }, []],
    [{ gone: 'x' }, {}, ['gone: x > nothing']],
    [null, null, []],
  ])('%j to %j', (before, after, lines) => {
    expect(told(before, after)).toEqual(lines);
  });
  it('keeps values short and names actions in words', () => {
    expect(shortValue('x'.repeat(100))).toHaveLength(60);
    expect(actionName('update_account_notices')).toBe('Update account notices');
  });
});

import { describe, expect, it } from 'vitest';
import { actionName, changesBetween } from './diff';

const told = (before: unknown, after: unknown) =>
  changesBetween(before, after).map(
    ({ name, before: was, after: is }) => `${name}: ${JSON.stringify(was)} > ${JSON.stringify(is)}`,
  );

describe('what an entry of the audit log tells', () => {
  it.each([
    [{ status: 'active', name: 'Ada' }, { status: 'blocked', name: 'Ada' }, ['status: "active" > "blocked"']],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c: 2 > 3']],
    [{ list: [1, 2] }, { list: [1] }, ['list: [1,2] > [1]']],
    [
      null,
      { name: 'Spring', limit: null, on: false, ads: 0, browsers: [] },
      ['name: undefined > "Spring"', 'on: undefined > false'],
    ],
    [{ x: 1 }, { x: 1 }, []],
    [{ gone: 'x' }, {}, ['gone: "x" > undefined']],
    [null, null, []],
  ])('%j to %j', (before, after, lines) => {
    expect(told(before, after)).toEqual(lines);
  });
  it('names actions in words', () => {
    expect(actionName('update_account_notices')).toBe('Update account notices');
  });
});

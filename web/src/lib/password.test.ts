import { describe, expect, it } from 'vitest';
import { PASSWORD_RULES, passwordError } from './password';

/** Keys of the rules that a password breaks. */
const broken = (password: string) =>
  PASSWORD_RULES.filter((rule) => !rule.holds(password))
    .map((rule) => rule.key)
    .join(' ');

describe('the rules of a password', () => {
  it.each([
    ['Placard-demo-1', ''],
    ['Ключ-дома7', ''],
    ['Short1!', 'length'],
    ['placard-demo-1', 'upper'],
    ['PLACARD-DEMO-1', 'lower'],
    ['Placard-demo-', 'digit'],
    ['Placarddemo1', 'special'],
    ['Placard demo-1', 'space'],
    ['Placard\tdemo-1', 'space'],
    ['Пароль123', 'special'],
    ['ΑΒΓδεζ-12', ''],
    ['漢字漢字漢字-12', 'upper lower'],
    ['Placard①demo1', 'special'],
    ['', 'length upper lower digit special space'],
  ])('%j breaks: %s', (password, keys) => {
    expect(broken(password)).toBe(keys);
  });
  it('say what to do about the first broken one', () => {
    expect(passwordError('Placard-demo-1')).toBeNull();
    expect(passwordError('')).toBe('A password is needed.');
    expect(passwordError('abc')).toBe('Use at least 8 characters.');
    expect(passwordError(`Aa1!${'x'.repeat(300)}`)).toBe('Use at most 128 characters.');
  });
});

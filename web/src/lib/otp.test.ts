import { expect, it } from 'vitest';
import { appCodeError, otpText } from './otp';

it('reads codes as people type them', () => {
  expect(otpText(' 123 456 ')).toBe('123456');
  expect(otpText('abcd-efgh-1234')).toBe('abcd-efgh-1234');
  expect(otpText('abcde fghij')).toBe('abcdefghij');
  for (const bad of ['', '12345', '12 34', 'abc', '<script>']) expect(otpText(bad)).toBeNull();
});

it('takes no recovery code before there are any', () => {
  for (const good of ['123456', ' 123 456 ']) expect(appCodeError(good)).toBeNull();
  for (const bad of ['', '12345', '1234567', 'abcde-fghij', 'abcdef']) expect(appCodeError(bad)).not.toBeNull();
});

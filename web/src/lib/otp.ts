/** More characters than a code has, and spaces that people put into it. */
export const OTP_TYPED_MAX = 40;

/** A code as it is sent, digits of the app or a recovery code, without the spaces that people put into both; null for neither. */
export function otpText(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '');
  return /^(?:\d{6}|[\w-]{8,40})$/.test(code) ? code : null;
}

/** What is wrong with a code; null for nothing. */
export function otpError(typed: string): string | null {
  return otpText(typed) ? null : 'Six digits of the app, or a recovery code.';
}

/** The same while the second factor is set up: there are no recovery codes yet. */
export function appCodeError(typed: string): string | null {
  return otpText(typed)?.length === 6 ? null : 'Six digits, as the app shows them.';
}

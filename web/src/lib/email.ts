import { SIGN_UP_FORM_LIMITS } from '~/api/words';

const EMAIL = /^\S+@\S+\.\S+$/;
/** Most characters of an address. */
const EMAIL_MAX = SIGN_UP_FORM_LIMITS.email.max;

/** Something, at sign, something, dot, something: null, or what is wrong. */
export function emailError(email: string): string | null {
  const text = email.trim();
  return EMAIL.test(text) && text.length <= EMAIL_MAX ? null : 'An address like name@company.com.';
}

const EMAIL = /^\S+@\S+\.\S+$/;

/** Something, at sign, something, dot, something: null, or what is wrong. */
export function emailError(email: string): string | null {
  return EMAIL.test(email.trim()) ? null : 'An address like name@company.com.';
}

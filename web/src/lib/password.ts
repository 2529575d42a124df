import { NEW_PASSWORD_FORM_LIMITS } from '~/api/words';

/** One rule of a password: a name for the meter and the sentence for whoever breaks it. */
export interface PasswordRule {
  key: string;
  /** As the meter names it. */
  label: string;
  /** What to do about it. */
  message: string;
  holds(password: string): boolean;
}

/** Fewest characters of a password. */
export const PASSWORD_MIN = NEW_PASSWORD_FORM_LIMITS.password.min;
/** Most characters of a password. */
const PASSWORD_MAX = NEW_PASSWORD_FORM_LIMITS.password.max;

/** The rules of a password, in the order in which they are shown. The server holds the same ones. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    key: 'length',
    label: `${PASSWORD_MIN} characters`,
    message: `Use at least ${PASSWORD_MIN} characters.`,
    holds: (password) => [...password].length >= PASSWORD_MIN,
  },
  {
    key: 'upper',
    label: 'Upper case',
    message: 'Add an upper-case letter.',
    holds: (password) => /\p{Uppercase}/u.test(password),
  },
  {
    key: 'lower',
    label: 'Lower case',
    message: 'Add a lower-case letter.',
    holds: (password) => /\p{Lowercase}/u.test(password),
  },
  { key: 'digit', label: 'Digit', message: 'Add a digit.', holds: (password) => /[0-9]/.test(password) },
  {
    key: 'special',
    label: 'Special character',
    message: 'Add a special character, like ! or #.',
    holds: (password) => /[^\p{Alphabetic}\p{N}\s]/u.test(password),
  },
  {
    key: 'space',
    label: 'No spaces',
    message: 'Leave out spaces.',
    holds: (password) => password !== '' && !/\s/.test(password),
  },
];

/** The first rule that a password breaks, as a sentence; null when it holds all. */
export function passwordError(password: string): string | null {
  if (password === '') return 'A password is needed.';
  if ([...password].length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  return PASSWORD_RULES.find((rule) => !rule.holds(password))?.message ?? null;
}

import { call } from '~/api/http';
import type { SignUpForm } from '~/api/sdk';
import { cookieChoice } from '~/app/cookie-choice';
import type { SignUpRole } from './role-choice';

/** The search part of the sign-up's address: the role, and where the visitor came from. */
export interface SignUpSearch {
  role?: SignUpRole | undefined;
  referral?: string | undefined;
  r?: string | undefined;
  source?: string | undefined;
  medium?: string | undefined;
  campaign?: string | undefined;
}

/**
 * Asks for an account, with where the visitor came from unless they refused that. A taken address gets the same answer as a
 * new one: its owner is told by mail.
 */
export function signUp(
  values: { email: string; password: string; name: string; phone: string; skype: string; telegram: string },
  role: SignUpRole,
  { r, referral = r, source, medium, campaign }: SignUpSearch,
): Promise<unknown> {
  const { email, password, ...texts } = values;
  const optional = { ...texts, referral, ...(cookieChoice() === 'refused' ? {} : { source, medium, campaign }) };
  const given = Object.entries(optional).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []));
  const body: SignUpForm = { email, password, role, ...Object.fromEntries(given) };
  return call('POST', '/api/account', { body });
}

/** Asks for the mail with the confirmation link again; without an address for the logged-in user. */
export function resendConfirmation(email?: string): Promise<unknown> {
  return call('POST', '/api/account/confirm/resend', { body: email ? { email } : {} });
}

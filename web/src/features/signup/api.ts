import { call } from '~/api/http';
import type { SignUpRole } from './role-choice';

/** What somebody tells when signing up. Empty texts are not sent. */
export interface SignUpBody {
  email: string;
  password: string;
  role: SignUpRole;
  name?: string;
  phone?: string;
  skype?: string;
  telegram?: string;
  /** Who sent them: the code of a webmaster. */
  referral?: string;
  source?: string;
  medium?: string;
  campaign?: string;
}

/** Asks for an account. A taken address gets the same answer as a new one: its owner is told by mail. */
export function signUp(body: SignUpBody): Promise<unknown> {
  return call('POST', '/api/account', { body });
}

/** Asks for the mail with the confirmation link again; without an address for the logged-in user. */
export function resendConfirmation(email?: string): Promise<unknown> {
  return call('POST', '/api/account/confirm/resend', { body: email ? { email } : {} });
}

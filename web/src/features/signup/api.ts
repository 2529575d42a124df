import { call } from '~/api/http';
import type { SignUpForm } from '~/api/sdk';

/** Asks for an account. A taken address gets the same answer as a new one: its owner is told by mail. */
export function signUp(body: SignUpForm): Promise<unknown> {
  return call('POST', '/api/account', { body });
}

/** Asks for the mail with the confirmation link again; without an address for the logged-in user. */
export function resendConfirmation(email?: string): Promise<unknown> {
  return call('POST', '/api/account/confirm/resend', { body: email ? { email } : {} });
}

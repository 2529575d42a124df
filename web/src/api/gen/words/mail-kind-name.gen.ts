// This file is made by tools/apigen/words.mjs.

/** What people read. A kind of mail. */
export const MAIL_KIND_LABELS = {
  confirm: 'Confirm the address',
  already_registered: 'Sign-up with an address that is taken',
  sign_up_again: 'Another sign-up before the address is confirmed',
  reset: 'Set a new password',
  email_change: 'Confirm a new address',
  email_change_asked: 'A new mail address was asked for',
  email_changed: 'The mail address was changed',
  password_changed: 'The password was changed',
  second_factor_changed: 'The second factor was changed',
  api_token_created: 'An API token was made',
  recovery_codes_replaced: 'The recovery codes were replaced',
  postback_secret_changed: 'The secret of postbacks was changed',
  new_device: 'Login from a new device',
  ad_approved: 'An ad was approved',
  ad_rejected: 'An ad was not approved',
  low_balance: 'The balance is below one day of spend',
  out_of_budget: 'A campaign has used up its budget',
} as const;

/** A kind of mail. */
export type MailKindName = keyof typeof MAIL_KIND_LABELS;

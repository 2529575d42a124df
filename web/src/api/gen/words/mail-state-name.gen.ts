// This file is made by tools/apigen/words.mjs.

/** What people read. The state of a mail. */
export const MAIL_STATE_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  given_up: 'Given up',
} as const;

/** The state of a mail. */
export type MailStateName = keyof typeof MAIL_STATE_LABELS;

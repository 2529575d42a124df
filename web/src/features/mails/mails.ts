import { queryOptions } from '@tanstack/react-query';
import { dataOf, getMailOptions, retryMailMutation } from '~/api/queries';
import type { MailEntry } from '~/api/sdk';
import { MAIL_STATE_LABELS, type MailStateName } from '~/api/words';
import type { Status } from '~/lib/statuses';
import { byId, type Change } from '../list/change';
import type { Things } from '../list/spec';

/** How far a mail is. */
const MAIL_STATES: Readonly<Record<MailStateName, Status>> = {
  waiting: { label: MAIL_STATE_LABELS.waiting, tone: 'info', icon: 'clock', why: 'It is tried again by itself.' },
  sent: { label: MAIL_STATE_LABELS.sent, tone: 'ok', icon: 'check', why: 'It was handed over.' },
  given_up: {
    label: MAIL_STATE_LABELS.given_up,
    tone: 'bad',
    icon: 'cross',
    why: 'It was refused for good, or too often.',
  },
};

/** How far a mail is; a state that the app does not know is named as it is. */
export function mailState(mail: MailEntry): Status {
  return MAIL_STATES[mail.state] ?? { label: mail.state, tone: 'idle', icon: 'gear', why: mail.state };
}

/** One mail. */
export const mailQuery = (id: string) =>
  queryOptions({ ...getMailOptions({ path: { id: Number(id) } }), select: dataOf });

/** Mails, wherever they stand. */
export const MAILS: Things<MailEntry> = {
  noun: ['mail', 'mails'],
  rowName: (mail) => mail.subject,
  told: ['listMails', 'getMail'],
};

/** Sends a mail that waits or was given up, now. */
export const SEND_NOW: Change<MailEntry> = {
  done: 'sent',
  each: byId(retryMailMutation),
  told: (mail) => ({ title: 'It is tried now', detail: mail.recipient }),
};

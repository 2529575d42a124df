import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getMail, type ListMailsData, listMails, type MailEntry, retryMail as retryMailCall } from '~/api/sdk';
import { MAIL_STATE_LABELS, type MailStateName } from '~/api/words';
import type { Status } from '~/lib/statuses';

/** How far a mail is. */
export const MAIL_STATES: Readonly<Record<MailStateName, Status>> = {
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

export const mailsQuery = (query: NonNullable<ListMailsData['query']>) =>
  queryOptions({
    queryKey: ['admin', 'mails', 'list', query],
    queryFn: async ({ signal }) => (await listMails({ query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'mails', 'one', id],
    queryFn: async ({ signal }) => (await getMail({ path: { id: id as unknown as number }, signal })).data.data,
  });

export const retryMail = (id: number) => retryMailCall({ path: { id } });

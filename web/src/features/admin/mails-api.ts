import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { ListAnswer } from '~/api/types';
import type { Status } from '~/lib/statuses';

/** A mail of the outbox. */
export interface OutboxMail {
  id: number;
  kind: string;
  /** Name of its kind for people. */
  label: string;
  recipient: string;
  subject: string;
  state: string;
  attempts: number;
  /** Why the last attempt failed; empty when it did not. */
  error: string;
  created_at: string;
  sent_at: string | null;
  next_attempt_at: string | null;
}

/** With its two forms. */
export interface OutboxMailText extends OutboxMail {
  text: string;
  html: string;
  /** Links that open an account were taken out. */
  is_redacted: boolean;
}

/** How far a mail is. */
export const MAIL_STATES: Record<string, Status> = {
  waiting: { label: 'Waiting', tone: 'info', icon: 'clock', why: 'It is tried again by itself.' },
  sent: { label: 'Sent', tone: 'ok', icon: 'check', why: 'It was handed over.' },
  given_up: { label: 'Given up', tone: 'bad', icon: 'cross', why: 'It was refused for good, or too often.' },
};

/** How far a mail is; a state that the app does not know is named as it is. */
export function mailState(mail: OutboxMail): Status {
  return MAIL_STATES[mail.state] ?? { label: mail.state, tone: 'idle', icon: 'gear', why: mail.state };
}

export const mailsQuery = (query: { page: number; count: number; searchPhrase?: string; state?: string | undefined }) =>
  queryOptions({
    queryKey: ['admin', 'mails', 'list', query],
    queryFn: ({ signal }) => call<ListAnswer<OutboxMail>>('GET', '/api/admin/mails', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'mails', 'one', id],
    queryFn: async ({ signal }) =>
      (await call<{ data: OutboxMailText }>('GET', `/api/admin/mails/${encodeURIComponent(id)}`, { signal })).data,
  });

export const retryMail = (id: number) => call('POST', `/api/admin/mails/${id}/retry`);

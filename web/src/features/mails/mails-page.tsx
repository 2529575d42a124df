import { IconEye, IconRefresh } from '@tabler/icons-react';
import { listMailsOptions } from '~/api/queries';
import type { MailEntry } from '~/api/sdk';
import { MAIL_STATE_LABELS } from '~/api/words';
import { given, tabsOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { MAILS, mailState, SEND_NOW } from './mails';

const STATES = ['waiting', 'sent', 'given_up'] as const;

const LIST: ListSpec<MailEntry> = {
  ...MAILS,
  name: 'mails',
  tabs: tabsOf(MAIL_STATE_LABELS, STATES),
  rows: ({ plain, state: { tab } }) =>
    listMailsOptions({ query: { ...plain, ...given({ state: wordOf(STATES, tab?.status) }) } }),
  every: 15_000,
  search: { label: 'Search mail', placeholder: 'Address or subject' },
  named: { id: 'subject', label: 'Subject', opens: ({ id }) => paths.mail(id), aside: () => null },
  columns: [
    { id: 'recipient', label: 'To', text: (mail) => mail.recipient },
    { id: 'kind', label: 'Kind', quiet: true, text: (mail) => mail.label },
    statusColumn(mailState, { id: 'state', label: 'State', near: true, why: (mail) => mail.error }),
    { id: 'attempts', label: 'Attempts', align: 'right', text: (mail) => mail.attempts || null },
    { id: 'created', label: 'Written', ago: (mail) => mail.created_at },
    { id: 'sent', label: 'Sent', ago: (mail) => mail.sent_at },
  ],
  actions: [
    { label: 'Read', icon: IconEye, to: ({ id }) => paths.mail(id) },
    { label: 'Send now', icon: IconRefresh, when: ({ state }) => state !== 'sent', change: SEND_NOW },
  ],
  first: {
    title: 'No mail yet',
    text: 'Confirmations, resets and notices appear here as they are written. Without an SMTP server they are files in the outbox folder of the data.',
  },
  none: { text: 'No mail fits what is chosen above.' },
};

/** The outbox: every mail with how far it is. */
export const MailsPage = () => <ListPage spec={LIST} />;

import { IconEye, IconRefresh } from '@tabler/icons-react';
import { listMailsOptions } from '~/api/queries';
import type { MailEntry } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { given } from '~/lib/list';
import { paths } from '~/lib/paths';
import { None } from '~/ui/marks';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { MAILS, mailState, SEND_NOW } from './mails';

const LIST: ListSpec<MailEntry> = {
  ...MAILS,
  name: 'mails',
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'waiting', label: 'Waiting', status: 'waiting' },
    { value: 'sent', label: 'Sent', status: 'sent' },
    { value: 'given_up', label: 'Given up', status: 'given_up' },
  ],
  rows: ({ state: { page, count, q, tab } }) => {
    const state = tab?.status as 'waiting' | 'sent' | 'given_up' | undefined;
    return listMailsOptions({ query: { page, count, searchPhrase: q.trim(), ...given({ state }) } });
  },
  every: 15_000,
  search: { label: 'Search mail', placeholder: 'Address or subject' },
  columns: [
    { id: 'subject', label: 'Subject', link: ({ id }) => paths.mail(id), aside: () => null },
    { id: 'recipient', label: 'To', cell: (mail) => mail.recipient },
    { id: 'kind', label: 'Kind', cell: (mail) => <span className="t2">{mail.label}</span> },
    statusColumn(mailState, { id: 'state', label: 'State', why: (mail) => mail.error }),
    { id: 'attempts', label: 'Attempts', align: 'right', cell: (mail) => mail.attempts || <None /> },
    { id: 'created', label: 'Written', align: 'right', cell: (mail) => formatAgo(mail.created_at, Date.now()) },
    {
      id: 'sent',
      label: 'Sent',
      align: 'right',
      cell: (mail) => (mail.sent_at ? formatAgo(mail.sent_at, Date.now()) : <None />),
    },
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
export const MailsPage = () => <ListPage spec={LIST} crumbs={[{ label: 'Back office' }]} />;

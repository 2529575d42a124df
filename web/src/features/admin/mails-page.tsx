import { IconEye, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MailEntry } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import type { TableColumn } from '~/ui/data-table';
import { None } from '~/ui/marks';
import { RowMenu } from '~/ui/row-menu';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { PageHead } from '../frame/page-head';
import { ListView } from '../list/list-view';
import { useList } from '../list/use-list';
import styles from './admin.module.css';
import { mailState, mailsQuery } from './mails-api';
import { useRetryMail } from './use-retry-mail';

const LIST: ListDefaults = {
  name: 'mails',
  period: 'today',
  sort: 'id',
  dir: 'desc',
  count: 50,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'waiting', label: 'Waiting' },
    { value: 'sent', label: 'Sent' },
    { value: 'given_up', label: 'Given up' },
  ],
};

const COLUMNS: TableColumn<MailEntry>[] = [
  {
    id: 'subject',
    label: 'Subject',
    cell: (mail) => (
      <span className={styles.user}>
        <Link {...paths.mail(mail.id)} className="ell" title={mail.subject}>
          {mail.subject}
        </Link>
      </span>
    ),
  },
  { id: 'recipient', label: 'To', cell: (mail) => mail.recipient },
  { id: 'kind', label: 'Kind', cell: (mail) => <span className="t2">{mail.label}</span> },
  {
    id: 'state',
    label: 'State',
    cell: (mail) => <StatusBadge status={mailState(mail)} {...(mail.error ? { why: mail.error } : {})} />,
  },
  { id: 'attempts', label: 'Attempts', align: 'right', cell: (mail) => mail.attempts || <None /> },
  { id: 'created', label: 'Written', align: 'right', cell: (mail) => formatAgo(mail.created_at, Date.now()) },
  {
    id: 'sent',
    label: 'Sent',
    align: 'right',
    cell: (mail) => (mail.sent_at ? formatAgo(mail.sent_at, Date.now()) : <None />),
  },
];

/** The outbox: every mail with how far it is. */
export function MailsPage() {
  const navigate = useNavigate();
  const list = useList(LIST);
  const tab = list.state.tab?.value;
  const answer = useQuery(
    mailsQuery({
      page: list.state.page,
      count: list.state.count,
      searchPhrase: list.state.q.trim(),
      ...(tab === undefined || tab === 'all' ? {} : { state: tab as 'waiting' | 'sent' | 'given_up' }),
    }),
  );
  const retry = useRetryMail();
  return (
    <>
      <PageHead crumbs={[{ label: 'Back office' }]} />
      <ListView
        list={list}
        noun={['mail', 'mails']}
        searchLabel="Search mail"
        searchPlaceholder="Address or subject"
        columns={COLUMNS}
        answer={answer}
        rowId={(mail) => String(mail.id)}
        rowName={(mail) => mail.subject}
        withPeriod={false}
        withTotals={false}
        narrowed={{ on: tab !== 'all', clear: list.clear }}
        noneText="No mail fits what is chosen above."
        menu={(mail) => (
          <RowMenu
            name={mail.subject}
            actions={[
              {
                label: 'Read',
                icon: <IconEye size={16} aria-hidden />,
                onClick: () => void navigate(paths.mail(mail.id)),
              },
              mail.state !== 'sent' && {
                label: 'Send now',
                icon: <IconRefresh size={16} aria-hidden />,
                onClick: () => retry.mutate(mail),
              },
            ]}
          />
        )}
        first={
          <Empty first title="No mail yet">
            Confirmations, resets and notices appear here as they are written. Without an SMTP server they are files in
            the outbox folder of the data.
          </Empty>
        }
      />
    </>
  );
}

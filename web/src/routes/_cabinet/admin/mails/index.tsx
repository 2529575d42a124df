import { createFileRoute } from '@tanstack/react-router';
import { MailsPage } from '~/features/mails/mails-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/mails/')({
  staticData: {
    access: 'god',
    title: 'Mail',
    nav: { part: 'network', at: 2, icon: 'mail', words: 'outbox sent retry' },
  },
  validateSearch: listSearch,
  component: MailsPage,
});

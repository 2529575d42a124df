import { createFileRoute } from '@tanstack/react-router';
import { MailsPage } from '~/features/admin/mails-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/mails/')({ validateSearch: listSearch, component: MailsPage });

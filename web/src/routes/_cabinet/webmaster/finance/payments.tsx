import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '~/features/finance/payouts/payments-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/finance/payments')({
  staticData: {
    access: 'webmaster',
    title: 'Payments',
    nav: { at: 5, icon: 'cash', words: 'payouts paid transaction hash cancel' },
  },
  validateSearch: listSearch,
  component: PaymentsPage,
});

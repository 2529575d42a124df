import { createFileRoute } from '@tanstack/react-router';
import { earningsSearch } from '~/features/finance/search';
import { WebmasterFinancePage } from '~/features/finance/webmaster-finance-page';

export const Route = createFileRoute('/_cabinet/webmaster/finance/')({
  staticData: {
    access: 'webmaster',
    title: 'Finance',
    nav: {
      at: 4,
      icon: 'wallet',
      words: 'balance money income history payout request statement automatic auto-payment',
    },
  },
  validateSearch: earningsSearch,
  component: WebmasterFinancePage,
});

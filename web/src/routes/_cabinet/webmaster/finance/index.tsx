import { createFileRoute } from '@tanstack/react-router';
import { WebmasterFinancePage } from '~/features/finance/webmaster-finance-page';
import { pageSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/finance/')({
  staticData: {
    access: 'webmaster',
    title: 'Finance',
    nav: { at: 4, icon: 'wallet', words: 'balance money income history payout request statement auto-payment' },
  },
  validateSearch: pageSearch,
  component: WebmasterFinancePage,
});

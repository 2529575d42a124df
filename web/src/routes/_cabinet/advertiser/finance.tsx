import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserFinancePage } from '~/features/finance/advertiser-finance-page';
import { financeSearch } from '~/features/finance/search';

export const Route = createFileRoute('/_cabinet/advertiser/finance')({
  staticData: {
    access: 'advertiser',
    title: 'Finance',
    nav: { at: 5, icon: 'wallet', words: 'balance money top up deposit invoice receipt history statement' },
  },
  validateSearch: financeSearch,
  component: AdvertiserFinancePage,
});

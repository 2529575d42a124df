import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserFinancePage } from '~/features/finance/advertiser-finance-page';
import { pageSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/finance')({
  validateSearch: pageSearch,
  component: AdvertiserFinancePage,
});

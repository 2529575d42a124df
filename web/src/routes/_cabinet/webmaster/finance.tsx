import { createFileRoute } from '@tanstack/react-router';
import { WebmasterFinancePage } from '~/features/finance/webmaster-finance-page';
import { pageSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/finance')({
  validateSearch: pageSearch,
  component: WebmasterFinancePage,
});

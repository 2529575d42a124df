import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/deposits')({
  staticData: {
    access: 'staff',
    title: 'Deposits',
    nav: { part: 'money', at: 3, icon: 'receipt' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'DepositsPage'),
});

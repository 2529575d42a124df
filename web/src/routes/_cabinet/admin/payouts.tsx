import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/payouts')({
  staticData: {
    access: 'god',
    title: 'Payouts',
    nav: { part: 'money', at: 1, icon: 'cash' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'PayoutsPage'),
});

import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/wallets')({
  staticData: {
    access: 'god',
    title: 'Wallets',
    nav: { part: 'money', at: 2, icon: 'wallet' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'WalletsPage'),
});

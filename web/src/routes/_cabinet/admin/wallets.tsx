import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/wallets')({
  staticData: {
    access: 'god',
    title: 'Wallets',
    nav: { at: 4.2, icon: 'wallet' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'WalletsPage'),
});

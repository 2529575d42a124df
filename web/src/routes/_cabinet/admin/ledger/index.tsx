import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/ledger/')({
  staticData: {
    access: 'god',
    title: 'Ledger',
    nav: { part: 'money', at: 7, icon: 'book' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'LedgerPage'),
});

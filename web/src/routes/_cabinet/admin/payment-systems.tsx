import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/payment-systems')({
  staticData: {
    access: 'god',
    title: 'Payment systems',
    nav: { part: 'money', at: 6, icon: 'card', words: 'gateways keys fees rates currencies stripe crypto' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'PaymentSystemsPage'),
});

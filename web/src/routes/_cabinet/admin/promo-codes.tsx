import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/promo-codes')({
  staticData: {
    access: 'god',
    title: 'Promo codes',
    nav: { part: 'money', at: 5, icon: 'gift', words: 'bonus voucher coupon' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'PromoCodesPage'),
});

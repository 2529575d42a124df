import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/corrections')({
  staticData: {
    access: 'god',
    title: 'Corrections',
    nav: { part: 'money', at: 4, icon: 'corrections', words: 'give take bonus balance by hand goodwill' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'CorrectionsPage'),
});

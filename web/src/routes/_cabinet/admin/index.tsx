import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/')({
  staticData: {
    access: 'staff',
    title: 'Overview',
    nav: { at: 1, icon: 'dashboard', words: 'dashboard waiting' },
  },
  validateSearch: listSearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/dictionaries/pages'), 'OverviewPage'),
});

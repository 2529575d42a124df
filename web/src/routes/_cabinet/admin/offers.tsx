import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/offers')({
  staticData: {
    access: 'staff',
    title: 'Offers',
    nav: { part: 'clients', at: 3, icon: 'campaigns', words: 'trusted promote advertisers' },
  },
  validateSearch: listSearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/dictionaries/pages'), 'OffersPage'),
});

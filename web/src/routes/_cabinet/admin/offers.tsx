import { createFileRoute } from '@tanstack/react-router';
import { OffersPage } from '~/features/offers/offers-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/offers')({
  staticData: {
    access: 'staff',
    title: 'Offers',
    nav: { at: 3.5, icon: 'campaigns', words: 'trusted promote advertisers' },
  },
  validateSearch: listSearch,
  component: OffersPage,
});

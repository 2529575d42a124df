import { createFileRoute } from '@tanstack/react-router';
import { AllAdsPage } from '~/features/ads/list/all-ads-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/all-medias')({
  staticData: { access: 'advertiser', title: 'All ads', nav: { at: 2, icon: 'ads', words: 'medias creatives' } },
  validateSearch: listSearch,
  component: AllAdsPage,
});

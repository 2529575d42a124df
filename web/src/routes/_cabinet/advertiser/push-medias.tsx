import { createFileRoute } from '@tanstack/react-router';
import { AllPushAdsPage } from '~/features/push/pages';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/push-medias')({
  staticData: {
    access: 'advertiser',
    title: 'Push ads',
    nav: { at: 2.2, icon: 'bell', words: 'notifications medias creatives' },
  },
  validateSearch: listSearch,
  component: AllPushAdsPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { PushCampaignsPage } from '~/features/push/pages';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/')({
  staticData: { access: 'advertiser', title: 'Push campaigns', nav: { icon: 'bell', words: 'notifications' } },
  validateSearch: listSearch,
  component: PushCampaignsPage,
});

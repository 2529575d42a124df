import { createFileRoute } from '@tanstack/react-router';
import { AdCreatePage } from '~/features/ads/form/form-pages';
import { adParents } from '~/features/ads/parents';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create/')({
  staticData: { access: 'advertiser', title: 'New ad' },
  loader: adParents,
  component: AdCreatePage,
});

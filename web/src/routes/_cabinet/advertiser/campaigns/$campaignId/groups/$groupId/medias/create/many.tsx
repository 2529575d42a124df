import { createFileRoute } from '@tanstack/react-router';
import { ManyCreatePage } from '~/features/ads/many/many-page';
import { adParents } from '~/features/ads/parents';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create/many')({
  staticData: { access: 'advertiser', title: 'Several ads' },
  loader: adParents,
  component: ManyCreatePage,
});

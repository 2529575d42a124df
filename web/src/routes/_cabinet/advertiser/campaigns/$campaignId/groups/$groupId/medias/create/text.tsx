import { createFileRoute } from '@tanstack/react-router';
import { TextCreatePage } from '~/features/ads/form/form-pages';
import { adParents } from '~/features/ads/parents';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create/text')({
  staticData: { access: 'advertiser', title: 'New text ad' },
  loader: adParents,
  component: TextCreatePage,
});

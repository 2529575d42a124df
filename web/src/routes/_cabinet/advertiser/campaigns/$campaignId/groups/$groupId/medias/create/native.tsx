import { createFileRoute } from '@tanstack/react-router';
import { NativeCreatePage } from '~/features/ads/form/form-pages';
import { adParents } from '~/features/ads/parents';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create/native')(
  {
    staticData: { access: 'advertiser', title: 'New native ad' },
    loader: adParents,
    component: NativeCreatePage,
  },
);

import { createFileRoute } from '@tanstack/react-router';
import { AdEditPage } from '~/features/ads/form/form-pages';
import { campaignQuery, groupQuery } from '~/features/campaigns/api';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/edit/$mediaId')(
  {
    staticData: { access: 'advertiser', title: 'Edit the ad' },
    loader: ({ context, params }) =>
      Promise.all([
        context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
        context.queryClient.ensureQueryData(groupQuery(params.groupId)),
      ]),
    component: AdEditPage,
  },
);

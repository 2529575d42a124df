import { createFileRoute } from '@tanstack/react-router';
import { AdCreatePage } from '~/features/ads/form-pages';
import { campaignQuery, groupQuery } from '~/features/campaigns/api';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create')({
  staticData: { access: 'advertiser', title: 'New ad' },
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
      context.queryClient.ensureQueryData(groupQuery(params.groupId)),
    ]),
  component: AdCreatePage,
});

import { createFileRoute } from '@tanstack/react-router';
import { MediasPage } from '~/features/ads/list/medias-page';
import { campaignQuery, groupQuery } from '~/features/campaigns/api';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/')({
  staticData: { access: 'advertiser', title: 'Ads' },
  validateSearch: listSearch,
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
      context.queryClient.ensureQueryData(groupQuery(params.groupId)),
    ]),
  component: MediasPage,
});

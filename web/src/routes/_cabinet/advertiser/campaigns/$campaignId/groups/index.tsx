import { createFileRoute } from '@tanstack/react-router';
import { campaignQuery } from '~/features/campaigns/api';
import { GroupsPage } from '~/features/campaigns/groups-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/')({
  staticData: { access: 'advertiser', title: 'Groups' },
  validateSearch: listSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
  component: GroupsPage,
});

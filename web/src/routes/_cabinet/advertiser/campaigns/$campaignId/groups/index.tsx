import { createFileRoute } from '@tanstack/react-router';
import { GroupsPage } from '~/features/campaigns/groups/groups-page';
import { nativeCampaign } from '~/features/campaigns/native-campaign';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/')({
  staticData: { access: 'advertiser', title: 'Groups' },
  validateSearch: listSearch,
  loader: ({ context, params }) => nativeCampaign(context.queryClient, params.campaignId, 'ads'),
  component: GroupsPage,
});

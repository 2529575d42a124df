import { createFileRoute } from '@tanstack/react-router';
import { GroupCreatePage } from '~/features/campaigns/form/form-pages';
import { nativeCampaign } from '~/features/campaigns/native-campaign';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/create')({
  staticData: { access: 'advertiser', title: 'New group' },
  loader: ({ context, params }) => nativeCampaign(context.queryClient, params.campaignId),
  component: GroupCreatePage,
});

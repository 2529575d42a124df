import { createFileRoute } from '@tanstack/react-router';
import { campaignQuery } from '~/features/campaigns/api';
import { GroupCreatePage } from '~/features/campaigns/form-pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/create')({
  staticData: { access: 'advertiser', title: 'New group' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
  component: GroupCreatePage,
});

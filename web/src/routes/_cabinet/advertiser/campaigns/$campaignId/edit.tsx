import { createFileRoute } from '@tanstack/react-router';
import { campaignQuery } from '~/features/campaigns/api';
import { CampaignEditPage } from '~/features/campaigns/form-pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/edit')({
  staticData: { access: 'advertiser', title: 'Edit the campaign' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
  component: CampaignEditPage,
});

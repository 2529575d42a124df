import { createFileRoute } from '@tanstack/react-router';
import { CampaignEditPage } from '~/features/campaigns/form/form-pages';
import { nativeCampaign } from '~/features/campaigns/native-campaign';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/edit')({
  staticData: { access: 'advertiser', title: 'Edit the campaign' },
  loader: ({ context, params }) => nativeCampaign(context.queryClient, params.campaignId, 'edit'),
  component: CampaignEditPage,
});

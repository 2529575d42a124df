import { createFileRoute } from '@tanstack/react-router';
import { nativeCampaign } from '~/features/campaigns/native-campaign';
import { CampaignPage } from '~/features/campaigns/page/campaign-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/')({
  staticData: { access: 'advertiser' },
  validateSearch: listSearch,
  loader: ({ context, params }) => nativeCampaign(context.queryClient, params.campaignId),
  component: CampaignPage,
});

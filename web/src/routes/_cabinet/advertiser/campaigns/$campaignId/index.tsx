import { createFileRoute } from '@tanstack/react-router';
import { campaignQuery } from '~/features/campaigns/api';
import { CampaignPage } from '~/features/campaigns/campaign-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/')({
  staticData: { access: 'advertiser' },
  validateSearch: listSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
  component: CampaignPage,
});

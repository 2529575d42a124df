import { createFileRoute } from '@tanstack/react-router';
import { pushCampaignQuery } from '~/features/push/api';
import { PushCampaignPage } from '~/features/push/campaign/push-campaign-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/$pushUUID/')({
  staticData: { access: 'advertiser' },
  validateSearch: listSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(pushCampaignQuery(params.pushUUID)),
  component: PushCampaignPage,
});

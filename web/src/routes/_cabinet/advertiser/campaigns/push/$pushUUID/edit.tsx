import { createFileRoute } from '@tanstack/react-router';
import { pushCampaignQuery } from '~/features/push/api';
import { PushEditPage } from '~/features/push/pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/$pushUUID/edit')({
  staticData: { access: 'advertiser', title: 'Edit the push campaign' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(pushCampaignQuery(params.pushUUID)),
  component: PushEditPage,
});

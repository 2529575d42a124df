import { createFileRoute } from '@tanstack/react-router';
import { pushCampaignQuery } from '~/features/push/api';
import { PushMediaCreatePage } from '~/features/push/pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/$pushUUID/medias/create')({
  staticData: { access: 'advertiser', title: 'New push ad' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(pushCampaignQuery(params.pushUUID)),
  component: PushMediaCreatePage,
});

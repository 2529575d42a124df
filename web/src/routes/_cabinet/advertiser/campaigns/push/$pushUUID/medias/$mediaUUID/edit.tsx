import { createFileRoute } from '@tanstack/react-router';
import { pushCampaignQuery } from '~/features/push/api';
import { PushMediaEditPage } from '~/features/push/pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/$pushUUID/medias/$mediaUUID/edit')({
  staticData: { access: 'advertiser', title: 'Edit the push ad' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(pushCampaignQuery(params.pushUUID)),
  component: PushMediaEditPage,
});

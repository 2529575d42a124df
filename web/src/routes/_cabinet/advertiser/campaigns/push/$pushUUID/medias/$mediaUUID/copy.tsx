import { createFileRoute } from '@tanstack/react-router';
import { pushCampaignQuery } from '~/features/push/api';
import { PushMediaCopyPage } from '~/features/push/pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/$pushUUID/medias/$mediaUUID/copy')({
  staticData: { access: 'advertiser', title: 'Copy the push ad' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(pushCampaignQuery(params.pushUUID)),
  component: PushMediaCopyPage,
});

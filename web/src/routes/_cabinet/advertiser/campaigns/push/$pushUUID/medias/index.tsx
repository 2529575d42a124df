import { createFileRoute } from '@tanstack/react-router';
import { pushCampaignQuery } from '~/features/push/api';
import { PushMediasPage } from '~/features/push/pages';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/$pushUUID/medias/')({
  staticData: { access: 'advertiser', title: 'Push ads of the campaign' },
  validateSearch: listSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(pushCampaignQuery(params.pushUUID)),
  component: PushMediasPage,
});

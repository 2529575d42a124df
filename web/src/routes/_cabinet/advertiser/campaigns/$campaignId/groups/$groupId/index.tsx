import { createFileRoute } from '@tanstack/react-router';
import { campaignQuery, groupQuery } from '~/features/campaigns/api';
import { GroupPage } from '~/features/campaigns/page/group-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/')({
  staticData: { access: 'advertiser' },
  validateSearch: listSearch,
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
      context.queryClient.ensureQueryData(groupQuery(params.groupId)),
    ]),
  component: GroupPage,
});

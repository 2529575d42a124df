import { createFileRoute } from '@tanstack/react-router';
import { campaignQuery, groupQuery } from '~/features/campaigns/api';
import { GroupEditPage } from '~/features/campaigns/form/form-pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/edit')({
  staticData: { access: 'advertiser', title: 'Edit the group' },
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
      context.queryClient.ensureQueryData(groupQuery(params.groupId)),
    ]),
  component: GroupEditPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '~/features/sites/api';
import { sitePushQuery } from '~/features/sites/push/api';
import { SitePushPage } from '~/features/sites/push/site-push-page';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/push')({
  staticData: { access: 'webmaster' },
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(siteQuery(params.siteId)),
      context.queryClient.ensureQueryData(sitePushQuery(params.siteId)),
    ]),
  component: SitePushPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { NetworkSitePage } from '~/features/holds/network-site-page';
import { networkSiteQuery } from '~/features/holds/sites';

export const Route = createFileRoute('/_cabinet/admin/sites/$siteId/')({
  // What is open on the page of one is not of another.
  remountDeps: ({ params }) => params,
  staticData: { access: 'staff' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(networkSiteQuery(Number(params.siteId))),
  component: NetworkSitePage,
});

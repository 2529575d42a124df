import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '~/features/sites/api';
import { SitePage } from '~/features/sites/site-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/')({
  staticData: { access: 'webmaster' },
  validateSearch: listSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(siteQuery(params.siteId)),
  component: SitePage,
});

import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '~/features/sites/api';
import { BlocksPage } from '~/features/sites/blocks-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/')({
  staticData: { access: 'webmaster', title: 'Blocks' },
  validateSearch: listSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(siteQuery(params.siteId)),
  component: BlocksPage,
});

import { createFileRoute, notFound } from '@tanstack/react-router';
import { blockQuery } from '~/features/constructor/api';
import { siteQuery } from '~/features/sites/api';
import { BlockCheckPage } from '~/features/sites/check/check-page';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/$blockId/check')({
  staticData: { access: 'webmaster' },
  loader: async ({ context, params }) => {
    const [, block] = await Promise.all([
      context.queryClient.ensureQueryData(siteQuery(params.siteId)),
      context.queryClient.ensureQueryData(blockQuery(params.blockId)),
    ]);
    if (String(block.data.site_id) !== params.siteId) throw notFound();
  },
  component: BlockCheckPage,
});

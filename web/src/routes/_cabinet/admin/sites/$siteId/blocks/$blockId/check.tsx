import { createFileRoute, notFound } from '@tanstack/react-router';
import { moderatedBlocksQuery } from '~/features/moderation/api';
import { ModeratedCheckPage } from '~/features/moderation/check-page';

export const Route = createFileRoute('/_cabinet/admin/sites/$siteId/blocks/$blockId/check')({
  staticData: { access: 'staff' },
  loader: async ({ context, params }) => {
    const { data } = await context.queryClient.ensureQueryData(moderatedBlocksQuery(params.siteId));
    if (!data.blocks.some(({ id }) => String(id) === params.blockId)) throw notFound();
  },
  component: ModeratedCheckPage,
});

import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { blockQuery, templateQuery } from '~/features/constructor/api';
import { BlockEditPage } from '~/features/constructor/pages';
import { siteQuery } from '~/features/sites/api';
import { isPush, settingsOf } from '~/lib/block-settings';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/constructor/edit/$blockId')({
  staticData: { access: 'webmaster' },
  loader: async ({ context, params }) => {
    const [, block] = await Promise.all([
      context.queryClient.ensureQueryData(siteQuery(params.siteId)),
      context.queryClient.ensureQueryData(blockQuery(params.blockId)),
    ]);
    if (String(block.data.site_id) !== params.siteId) throw notFound();
    // It has no template to be drawn by.
    if (isPush(block.data)) throw redirect({ ...settingsOf(block.data), replace: true });
    await context.queryClient.ensureQueryData(templateQuery(block.data.template_id));
  },
  component: BlockEditPage,
});

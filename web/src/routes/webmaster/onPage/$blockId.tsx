import { createFileRoute } from '@tanstack/react-router';
import { blockQuery, templateQuery } from '~/features/constructor/api';
import { OnPage } from '~/features/constructor/on-page';
import { siteQuery } from '~/features/sites/api';

/** Outside of the cabinet's frame: what this page may frame holds for as long as it is open, and no link of the application leads on. */
export const Route = createFileRoute('/webmaster/onPage/$blockId')({
  staticData: { access: 'webmaster', title: 'The block on your page' },
  loader: async ({ context, params }) => {
    const { data: block } = await context.queryClient.ensureQueryData(blockQuery(params.blockId));
    await Promise.all([
      context.queryClient.ensureQueryData(siteQuery(String(block.site_id))),
      context.queryClient.ensureQueryData(templateQuery(block.template_id)),
    ]);
  },
  component: OnPage,
});

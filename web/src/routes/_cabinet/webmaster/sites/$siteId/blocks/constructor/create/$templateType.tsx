import { createFileRoute, notFound } from '@tanstack/react-router';
import { blockQuery, templateQuery, templatesQuery } from '~/features/constructor/api';
import { BlockCreatePage } from '~/features/constructor/pages';
import { siteQuery } from '~/features/sites/api';
import { isPush } from '~/lib/block-settings';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/constructor/create/$templateType')({
  staticData: { access: 'webmaster', title: 'New block' },
  validateSearch: (search: Record<string, unknown>): { template?: number; look?: string; like?: number } => ({
    ...(Number.isSafeInteger(search.template) ? { template: search.template as number } : {}),
    ...(typeof search.look === 'string' ? { look: search.look } : {}),
    ...(Number.isSafeInteger(search.like) ? { like: search.like as number } : {}),
  }),
  loaderDeps: ({ search: { like } }) => ({ like }),
  loader: async ({ context: { queryClient }, params, deps: { like } }) => {
    await Promise.all([
      queryClient.ensureQueryData(siteQuery(params.siteId)),
      queryClient.ensureQueryData(templatesQuery),
    ]);
    if (like === undefined) return;
    const { data: block } = await queryClient.ensureQueryData(blockQuery(String(like)));
    // It has no template to be drawn by.
    if (isPush(block)) throw notFound();
    await queryClient.ensureQueryData(templateQuery(block.template_id));
  },
  component: BlockCreatePage,
});

import { createFileRoute } from '@tanstack/react-router';
import { templatesQuery } from '~/features/constructor/api';
import { BlockCreatePage } from '~/features/constructor/pages';
import { siteQuery } from '~/features/sites/api';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/constructor/create/$templateType')({
  staticData: { access: 'webmaster', title: 'New block' },
  validateSearch: (search: Record<string, unknown>): { template?: number; look?: string } => ({
    ...(Number.isSafeInteger(search.template) ? { template: search.template as number } : {}),
    ...(typeof search.look === 'string' ? { look: search.look } : {}),
  }),
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(siteQuery(params.siteId)),
      context.queryClient.ensureQueryData(templatesQuery),
    ]),
  component: BlockCreatePage,
});

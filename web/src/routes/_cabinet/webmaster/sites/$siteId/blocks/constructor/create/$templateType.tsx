import { createFileRoute, notFound } from '@tanstack/react-router';
import { templatesQuery } from '~/features/constructor/api';
import { BlockCreatePage } from '~/features/constructor/pages';
import { siteQuery } from '~/features/sites/api';
import { FORMATS } from '~/lib/statuses';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/constructor/create/$templateType')({
  validateSearch: (search: Record<string, unknown>): { template?: number } =>
    Number.isSafeInteger(search.template) ? { template: search.template as number } : {},
  loader: ({ context, params }) => {
    if (!Object.keys(FORMATS).includes(params.templateType)) throw notFound();
    return Promise.all([
      context.queryClient.ensureQueryData(siteQuery(params.siteId)),
      context.queryClient.ensureQueryData(templatesQuery),
    ]);
  },
  component: BlockCreatePage,
});

import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '~/features/sites/api';
import { SiteEditPage } from '~/features/sites/site-form-pages';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/edit')({
  staticData: { access: 'webmaster', title: 'Edit the site' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(siteQuery(params.siteId)),
  component: SiteEditPage,
});

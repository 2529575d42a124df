import { createFileRoute } from '@tanstack/react-router';
import { templatesQuery } from '~/features/constructor/api';
import { GalleryPage } from '~/features/constructor/gallery';
import { gallerySearch } from '~/features/constructor/gallery-search';
import { usedQuery } from '~/features/constructor/last-used';
import { siteQuery } from '~/features/sites/api';

export const Route = createFileRoute('/_cabinet/webmaster/sites/$siteId/blocks/constructor/')({
  staticData: { access: 'webmaster', title: 'Choose a template' },
  validateSearch: gallerySearch,
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(siteQuery(params.siteId)),
      context.queryClient.ensureQueryData(templatesQuery),
      // Templates can be chosen without it.
      context.queryClient.ensureQueryData(usedQuery(Number(params.siteId))).catch(() => undefined),
    ]),
  component: GalleryPage,
});

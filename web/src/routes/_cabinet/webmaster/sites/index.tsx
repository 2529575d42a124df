import { createFileRoute } from '@tanstack/react-router';
import { SitesPage } from '~/features/sites/sites-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/sites/')({
  validateSearch: listSearch,
  component: SitesPage,
});

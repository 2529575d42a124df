import { createFileRoute } from '@tanstack/react-router';
import { SitesPage } from '~/features/sites/sites-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/sites/')({
  staticData: { access: 'webmaster', title: 'Sites', nav: { at: 1, icon: 'world', words: 'blocks code domains' } },
  validateSearch: listSearch,
  component: SitesPage,
});

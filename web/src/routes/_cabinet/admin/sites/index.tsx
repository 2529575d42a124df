import { createFileRoute } from '@tanstack/react-router';
import { NetworkSitesPage } from '~/features/holds/network-sites-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/sites/')({
  staticData: {
    access: 'staff',
    title: 'Sites',
    nav: { part: 'clients', at: 2, icon: 'world', words: 'block hold earnings held back webmaster domain' },
  },
  validateSearch: listSearch,
  component: NetworkSitesPage,
});

import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/teams')({
  staticData: {
    access: 'staff',
    title: 'Teams',
    nav: { part: 'clients', at: 4, icon: 'team', words: 'managers sales groups' },
  },
  validateSearch: listSearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/dictionaries/pages'), 'TeamsPage'),
});

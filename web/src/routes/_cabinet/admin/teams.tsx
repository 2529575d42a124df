import { createFileRoute } from '@tanstack/react-router';
import { TeamsPage } from '~/features/teams/teams-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/teams')({
  staticData: { access: 'staff', title: 'Teams', nav: { at: 3, icon: 'team', words: 'managers sales groups' } },
  validateSearch: listSearch,
  component: TeamsPage,
});

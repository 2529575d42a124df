import { IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { deleteTeamMutation, listTeamsOptions } from '~/api/queries';
import type { ListTeamsResponse, Team } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { plural } from '~/lib/format';
import { isGod } from '~/lib/roles';
import { Button } from '~/ui/button';
import { PageHead } from '../frame/page-head';
import { byId, type Change } from '../list/change';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { TeamForm } from './team-form';

const REMOVE: Change<Team> = {
  done: 'deleted',
  each: byId(deleteTeamMutation),
  leaves: true,
  ask: (teams) => ({
    body: `${plural(
      teams.reduce((sum, { managers }) => sum + managers.length, 0),
      'manager',
    )} will be in no team. Statistics keep their clients; they can no longer be asked by this team.`,
  }),
};

const LIST: ListSpec<Team> = {
  name: 'teams',
  noun: ['team', 'teams'],
  rowName: ({ name }) => name,
  told: ['listTeams'],
  rows: (list) => ({
    ...listTeamsOptions(),
    select: ({ data }: ListTeamsResponse) =>
      locally(data, list, {
        words: ({ id, name, managers }) => [id, name, ...managers.map(({ email }) => email)].join(' '),
        statusOf: () => '',
      }),
  }),
  search: { label: 'Search teams', placeholder: 'Team or manager' },
  sizes: false,
  named: { id: 'name', label: 'Team' },
  columns: [
    { id: 'managers', label: 'Managers', text: ({ managers }) => managers.map(({ email }) => email).join(', ') },
    { id: 'created', label: 'Made', day: ({ created_at }) => created_at },
  ],
  first: {
    title: 'There is no team yet',
    text: 'A team is what managers are put together by, so that statistics can be asked by it.',
  },
  none: { title: 'No team here', text: 'No team, and no manager in one, is called so.' },
};

/** Teams of managers: god makes them, sales see their own. A manager is put into one on the page of the user. */
export function TeamsPage() {
  const asGod = isGod(useUser());
  /** The team that gets another name; `new` for one that is made. */
  const [naming, setNaming] = useState<Team | 'new' | null>(null);
  const spec = useMemo<ListSpec<Team>>(
    () =>
      asGod
        ? {
            ...LIST,
            actions: [
              { label: 'Rename', icon: IconPencil, only: 'row', open: ([team]) => setNaming(team ?? null) },
              { label: 'Delete', icon: IconTrash, only: 'row', bad: true, change: REMOVE },
            ],
          }
        : { ...LIST, first: { title: 'You are in no team', text: 'The team that you are put into appears here.' } },
    [asGod],
  );
  return (
    <>
      <PageHead
        actions={
          asGod && (
            <Button variant="accent" onClick={() => setNaming('new')}>
              <IconUsersGroup size={16} aria-hidden />
              New team
            </Button>
          )
        }
      />
      {naming && (
        <TeamForm
          key={naming === 'new' ? naming : naming.id}
          team={naming === 'new' ? undefined : naming}
          onClose={() => setNaming(null)}
        />
      )}
      <ListPart spec={spec} />
    </>
  );
}

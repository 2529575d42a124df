import { IconPencil, IconTrash } from '@tabler/icons-react';
import { deleteTeamMutation, listTeamsOptions } from '~/api/queries';
import type { Team } from '~/api/sdk';
import { plural } from '~/lib/format';
import { byId, type Change } from '../list/change';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

/** Deletes teams; their managers stay. */
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

/** The list of teams: whoever runs the network has all of them. */
export const TEAMS: ListSpec<Team> = {
  name: 'teams',
  noun: ['team', 'teams'],
  rowName: ({ name }) => name,
  told: ['listTeams'],
  rows: allOf(listTeamsOptions, {
    words: ({ id, name, managers }) => [id, name, ...managers.map(({ email }) => email)].join(' '),
  }),
  search: { label: 'Search teams', placeholder: 'Team or manager' },
  sizes: false,
  named: { id: 'name', label: 'Team' },
  columns: [
    { id: 'managers', label: 'Managers', text: ({ managers }) => managers.map(({ email }) => email).join(', ') },
    { id: 'created', label: 'Made', day: ({ created_at }) => created_at },
  ],
  first: { title: 'You are in no team', text: 'The team that you are put into appears here.' },
  god: {
    actions: [
      { label: 'Rename', icon: IconPencil, form: 'rename' },
      { label: 'Delete', icon: IconTrash, only: 'row', bad: true, change: REMOVE },
    ],
    first: {
      title: 'There is no team yet',
      text: 'A team is what managers are put together by, so that statistics can be asked by it.',
    },
  },
  none: { title: 'No team here', text: 'No team, and no manager in one, is called so.' },
};

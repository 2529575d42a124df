import { IconUsersGroup } from '@tabler/icons-react';
import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { ListWithForm } from '../list/list-with-form';
import { TeamForm } from './team-form';
import { TEAMS } from './teams-list';

/** Teams of managers: god makes them, sales see their own. A manager is put into one on the page of the user. */
export const TeamsPage = () => (
  <ListWithForm spec={TEAMS} create={isGod(useUser()) && { label: 'New team', icon: IconUsersGroup }}>
    {({ row, close, showAll }) => <TeamForm team={row} onMade={showAll} onClose={close} />}
  </ListWithForm>
);

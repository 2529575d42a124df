import { IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Team } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { Button } from '~/ui/button';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { useShowAll } from '../list/use-show-all';
import { TeamForm } from './team-form';
import { REMOVE_TEAM, TEAMS } from './teams-list';

/** Teams of managers: god makes them, sales see their own. A manager is put into one on the page of the user. */
export function TeamsPage() {
  const asGod = isGod(useUser());
  const showAll = useShowAll(TEAMS);
  /** The team that gets another name; `new` for one that is made. */
  const [naming, setNaming] = useState<Team | 'new' | null>(null);
  const spec = useMemo<ListSpec<Team>>(
    () =>
      asGod
        ? {
            ...TEAMS,
            actions: [
              { label: 'Rename', icon: IconPencil, only: 'row', open: ([team]) => setNaming(team ?? null) },
              { label: 'Delete', icon: IconTrash, only: 'row', bad: true, change: REMOVE_TEAM },
            ],
          }
        : { ...TEAMS, first: { title: 'You are in no team', text: 'The team that you are put into appears here.' } },
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
          onMade={showAll}
          onClose={() => setNaming(null)}
        />
      )}
      <ListPart spec={spec} />
    </>
  );
}

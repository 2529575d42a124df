import { useQuery } from '@tanstack/react-query';
import { listAdGroupsOptions } from '~/api/queries';
import type { Targeting } from '~/api/types';
import { plural } from '~/lib/format';
import { Note } from '~/ui/note';
import { excludedOf } from '../../targeting/inherited';
import { useTargetingNames } from '../../targeting/names';

/** Groups that are looked at. */
const GROUPS_MAX = 500;

/** Networks whose names are asked for at once. */
const NETWORKS_MAX = 50;

/** What the targeting of a campaign, as it stands in its form, takes from the groups that it has. */
export function ExcludedGroups({ campaign, targeting }: { campaign: number; targeting: Targeting }) {
  const answer = useQuery(listAdGroupsOptions({ path: { id: campaign }, query: { count: GROUPS_MAX } })).data;
  const groups = answer?.data ?? [];
  // What groups have and the campaign has not is what is told: its names are theirs.
  const isps = [...new Set([...(targeting.isps ?? []), ...groups.flatMap((group) => group.isps ?? [])])];
  const names = useTargetingNames({
    regions: targeting.regions ?? [],
    cities: targeting.cities ?? [],
    isps: isps.slice(0, NETWORKS_MAX),
  });
  const more = (answer?.pagination.total ?? 0) - groups.length;
  const told = excludedOf(targeting, groups, names);
  const texts =
    more > 0 ? [...told, `${plural(more, 'more group')} of this campaign could not be looked at here.`] : told;
  return texts.map((text) => (
    <Note key={text} tone="warn">
      {text}
    </Note>
  ));
}

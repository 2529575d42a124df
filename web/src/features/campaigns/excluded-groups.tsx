import { useQuery } from '@tanstack/react-query';
import { listAdGroupsOptions } from '~/api/queries';
import type { Targeting } from '~/api/types';
import { Note } from '~/ui/note';
import { excludedOf } from '../targeting/inherited';
import type { TargetingNames } from '../targeting/names';

/** Groups that are looked at. */
const GROUPS_MAX = 100;

/** What the targeting of a campaign, as it stands in its form, takes from the groups that it has. */
export function ExcludedGroups({
  campaign,
  targeting,
  names,
}: {
  campaign: number;
  targeting: Targeting;
  names: TargetingNames;
}) {
  const groups = useQuery(listAdGroupsOptions({ path: { id: campaign }, query: { count: GROUPS_MAX } })).data?.data;
  return excludedOf(targeting, groups ?? [], names).map((text) => (
    <Note key={text} tone="warn">
      {text}
    </Note>
  ));
}

import type { PushCampaign } from '~/api/sdk';
import { CampaignStatus, LIMITS } from '~/api/words';
import { formatNumber } from '~/lib/format';
import type { ListColumn } from '../../list/spec';
import type { List } from '../../list/use-list';

/** Rows of a page of which the server counts the subscribers. */
export const REACHED_MAX = LIMITS.reached_campaigns;

/** A number of subscribers; a dash while it is not counted. */
const reachText = (count: number | undefined, isEstimate = false) =>
  count === undefined ? '–' : `${isEstimate && count > 0 ? 'About ' : ''}${formatNumber(count)}`;

/** Of all campaigns together; nothing where some are on another page. */
const totalText = (count: number | null | undefined) => (typeof count === 'number' ? formatNumber(count) : undefined);

/** How many subscribers campaigns are for, and how many of them get something today. */
export const REACH: readonly ListColumn<PushCampaign>[] = [
  {
    id: 'reach',
    label: 'Reach',
    align: 'right',
    cell: ({ reach }) => reachText(reach?.subscribers, reach?.is_estimate),
    csv: ({ reach }) => reach?.subscribers,
    help: 'Subscribers whom the campaign is for. The total counts each of them once.',
    totalOf: ({ reach }) => totalText(reach),
  },
  {
    id: 'due',
    label: 'Due today',
    align: 'right',
    cell: ({ reach }) => reachText(reach?.due_today, reach?.is_estimate),
    csv: ({ reach }) => reach?.due_today,
    totalOf: ({ due_today: due }) => totalText(due),
  },
];

/** Asks for the subscribers too. Of more rows the server counts none, and archived ones are for nobody. */
export function withReach({ state: { count, columns, tab } }: List): { with_reach?: 1 } {
  const isShown = columns === null || columns.some((id) => REACH.some((column) => column.id === id));
  const isCounted = count > 0 && count <= REACHED_MAX && isShown && tab?.status !== CampaignStatus.Archived;
  return isCounted ? { with_reach: 1 } : {};
}

import { listAdvertiserHistoryOptions } from '~/api/queries';
import type { AdvertiserMovement } from '~/api/sdk';
import { OPERATIONS, operationName } from '~/lib/money-terms';
import { paths } from '~/lib/paths';
import type { ListSpec } from '../../list/spec';
import { amountColumn, balanceColumn, dayColumn, MOVEMENTS } from './history-columns';

/** What came onto the balance and went off it. */
export const HISTORY: ListSpec<AdvertiserMovement> = {
  ...MOVEMENTS,
  name: 'advertiser-history',
  rowId: ({ id, date, operation_type, campaign_id, amount }) =>
    [id, date, operation_type, campaign_id, Math.sign(amount)].join(' '),
  told: ['listAdvertiserHistory'],
  count: 5,
  rows: ({ state: { page, count } }) =>
    listAdvertiserHistoryOptions({ query: { page, count, order_by: 'processed_at' } }),
  columns: [
    dayColumn(),
    { id: 'operation', label: 'Operation', text: (entry) => operationName(OPERATIONS, entry.operation_type) },
    {
      id: 'what',
      label: 'For',
      quiet: true,
      text: ({ campaign_id: id, campaign_name: name, comment }) => (id ? (name ?? `Campaign ${id}`) : comment),
      opens: ({ campaign_id: id }) => (id ? paths.campaign(id) : undefined),
    },
    // For who looks it up: names may be alike.
    { id: 'campaign', label: 'Campaign, id', hidden: true, text: ({ campaign_id: id }) => id },
    amountColumn(),
    { id: 'clicks', label: 'Clicks', count: ({ clicks }) => clicks },
    balanceColumn(),
  ],
  first: {
    title: 'Nothing was moved yet',
    text: 'Clicks appear here once a campaign runs, one line a campaign and day.',
    action: { label: 'To campaigns', link: { to: '/advertiser/campaigns' }, icon: null },
  },
};

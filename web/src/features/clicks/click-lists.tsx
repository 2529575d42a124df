import { formatTime } from '~/lib/format';
import { WATCHED_MS } from '~/lib/watched';
import type { ListSpec } from '../list/spec';
import { type AnyClick, Conversions, DECIMALS, listed, PLACE_AND_PERSON, VERDICT } from './click-columns';
import { BOUGHT_FILTERS, SOLD_FILTERS } from './click-filters';
import { BOUGHT, type BoughtClick, SOLD, type SoldClick } from './sides';

const SETTLED = 'Clicks appear here once they are settled, some seconds after they came.';

const ROWS = {
  noun: ['click', 'clicks'],
  rowId: ({ click_id }: AnyClick) => click_id,
  rowName: ({ clicked_at }: AnyClick) => formatTime(clicked_at),
  named: { id: 'time', label: 'Click', aside: ({ click_id }) => click_id },
  dated: true,
  hasFile: true,
  every: WATCHED_MS,
  period: '7d',
  search: { label: 'Find a click', placeholder: 'Click id' },
  first: { title: 'No click here', text: SETTLED },
  none: { title: 'No click here', text: `${SETTLED} An id is looked for in all days.` },
} satisfies Partial<ListSpec<AnyClick>>;

/** The advertiser's clicks. */
export const ADVERTISER: ListSpec<BoughtClick> = {
  ...ROWS,
  name: 'advertiser-clicks',
  told: ['listAdvertiserClicks'],
  rows: BOUGHT.rows,
  choices: BOUGHT.choices,
  filters: BOUGHT_FILTERS,
  columns: [
    ...VERDICT,
    { id: 'cost', label: 'Cost', money: ({ cost }) => cost, decimals: DECIMALS },
    { id: 'conversions', label: 'Conversions', inUnit: true, cell: (click) => <Conversions click={click} /> },
    { id: 'goal', label: 'Goal', hidden: true, text: ({ told }) => listed(told.map(({ goal }) => goal)) },
    {
      id: 'transaction',
      label: 'Transaction',
      hidden: true,
      text: ({ told }) => listed(told.map((one) => one.transaction_id)),
    },
    { id: 'campaign', label: 'Campaign', text: ({ campaign }) => campaign.name },
    { id: 'ad', label: 'Ad', text: ({ ad }) => ad.name },
    { id: 'group', label: 'Group', hidden: true, text: ({ group }) => group.name },
    ...PLACE_AND_PERSON,
  ],
};

/** The webmaster's. */
export const WEBMASTER: ListSpec<SoldClick> = {
  ...ROWS,
  name: 'webmaster-clicks',
  told: ['listWebmasterClicks'],
  rows: SOLD.rows,
  choices: SOLD.choices,
  filters: SOLD_FILTERS,
  columns: [
    ...VERDICT,
    { id: 'earning', label: 'Earning', money: ({ earning }) => earning, decimals: DECIMALS },
    ...PLACE_AND_PERSON,
  ],
};

import { listWebmasterHistoryOptions } from '~/api/queries';
import type { WebmasterMovement } from '~/api/sdk';
import { MovementType } from '~/api/words';
import { operationName, WEBMASTER_OPERATIONS } from '~/lib/money-terms';
import type { ListSpec } from '../../list/spec';
import { amountColumn, balanceColumn, dayColumn, MOVEMENTS } from './history-columns';

/** What a line is: of a payout that came back another one than of its request. */
const typeOf = ({ type_index: type, amount }: WebmasterMovement): string =>
  type === MovementType.Payout && amount > 0 ? 'Payout returned' : operationName(WEBMASTER_OPERATIONS, type);

/** What came onto the balance and went off it. */
export const HISTORY: ListSpec<WebmasterMovement> = {
  ...MOVEMENTS,
  name: 'webmaster-history',
  // A payout, its fee and its return have one number.
  rowId: ({ id, date, type_index, block_id, amount }) => [id, date, type_index, block_id, Math.sign(amount)].join(' '),
  told: ['listWebmasterHistory'],
  count: 15,
  rows: ({ state: { page, count } }) => listWebmasterHistoryOptions({ query: { page, count } }),
  columns: [
    dayColumn(),
    { id: 'type', label: 'Operation', text: typeOf },
    {
      id: 'block',
      label: 'For',
      quiet: true,
      text: ({ block_id: id, block_name: name, payout_id: payout }) =>
        id ? (name ?? `Block ${id}`) : payout && `Payout ${payout}`,
    },
    // For who looks it up: names may be alike.
    { id: 'block_id', label: 'Block, id', hidden: true, text: ({ block_id: id }) => id },
    { id: 'clicks', label: 'Clicks', count: ({ clicks }) => clicks },
    amountColumn(),
    balanceColumn(),
    { id: 'comment', label: 'Remark', quiet: true, text: (entry) => entry.comment },
  ],
  first: {
    title: 'Nothing was moved yet',
    text: 'Income appears here once a block has earned something, one line a block and day.',
    action: { label: 'To sites', link: { to: '/webmaster/sites' }, icon: null },
  },
};

import { IconBan } from '@tabler/icons-react';
import { cancelPayoutMutation, listPayoutsOptions } from '~/api/queries';
import type { Payout } from '~/api/sdk';
import { PAYOUT_STATUS_LABELS, PayoutStatus } from '~/api/words';
import { formatDate } from '~/lib/format';
import { tabsOf } from '~/lib/list';
import { WATCHED_MS } from '~/lib/watched';
import { byId } from '../../list/change';
import type { ListSpec } from '../../list/spec';
import { Amount } from '../../money/amounts';
import { WalletMark } from '../wallets/wallet-mark';
import { PayoutState, Sent, Steps, Transaction } from './payment-cells';
import { pageOfPayouts } from './payment-sums';

/** The own payouts. */
export const PAYMENTS: ListSpec<Payout> = {
  name: 'payouts',
  noun: ['payout', 'payouts'],
  rowName: ({ id }) => `Payout ${id}`,
  told: ['listPayouts'],
  every: WATCHED_MS,
  sizes: false,
  count: 15,
  tabs: tabsOf(PAYOUT_STATUS_LABELS, Object.values(PayoutStatus)),
  rows: (list) => ({
    ...listPayoutsOptions({ query: { count: 0 } }),
    select: ({ data }: { data: Payout[] }) => pageOfPayouts(data, list),
  }),
  columns: [
    {
      id: 'date',
      label: 'Date',
      align: 'left',
      cell: ({ id, created_at: at }) => (
        <>
          {formatDate(at)} <small className="mono t3">{id}</small>
        </>
      ),
    },
    { id: 'status', label: 'State', align: 'left', cell: (payout) => <PayoutState payout={payout} /> },
    {
      id: 'amount',
      label: 'Amount',
      strong: true,
      help: 'The total of all states leaves out what was rejected or cancelled.',
      money: ({ amount }) => amount,
      totalOf: ({ amount }) => <Amount dollars={amount ?? 0} />,
    },
    { id: 'fee', label: 'Fee', money: ({ fee }) => fee, totalOf: ({ fee }) => <Amount dollars={fee ?? 0} /> },
    { id: 'sent', label: 'Paid out', align: 'right', cell: (payout) => <Sent payout={payout} /> },
    { id: 'wallet', label: 'Wallet', align: 'left', cell: ({ wallet }) => <WalletMark wallet={wallet} /> },
    { id: 'steps', label: 'Steps, UTC', align: 'left', cell: (payout) => <Steps payout={payout} /> },
    { id: 'transaction', label: 'Transaction', align: 'left', cell: (payout) => <Transaction payout={payout} /> },
  ],
  actions: [
    {
      label: 'Cancel',
      icon: IconBan,
      only: 'row',
      bad: true,
      // What the network holds back is not cancelled: the hold would be shaken off.
      when: ({ status_id: status, held_reason }) => status === PayoutStatus.Requested && !held_reason,
      change: {
        done: 'cancelled',
        each: byId(cancelPayoutMutation),
        ask: () => ({ body: 'Its money is available again at once.' }),
      },
    },
  ],
  first: {
    title: 'Nothing was paid out yet',
    text: 'Each payout stands here with its steps and, once it is sent, with its transaction.',
    action: { label: 'To the balance', link: { to: '/webmaster/finance' }, icon: null },
  },
  none: { text: 'No payout is in this state.' },
};

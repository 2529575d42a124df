import { IconBan } from '@tabler/icons-react';
import { cancelPayoutMutation, listPayoutsOptions } from '~/api/queries';
import type { Payout } from '~/api/sdk';
import { PAYOUT_STATUS_LABELS, PayoutStatus } from '~/api/words';
import { formatDate } from '~/lib/format';
import { PageHead } from '../frame/page-head';
import { byId } from '../list/change';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { FileButton } from './file-button';
import { FILES } from './files';
import { FinanceTabs } from './finance-tabs';
import { PayoutState, Sent, Steps, Transaction } from './payment-cells';
import { NoPayouts, useSeesPayouts } from './sees-payouts';
import { WalletMark } from './wallet-mark';

const PAYMENTS: ListSpec<Payout> = {
  name: 'payouts',
  noun: ['payout', 'payouts'],
  rowName: ({ id }) => `Payout ${id}`,
  told: ['listPayouts'],
  sizes: false,
  count: 15,
  tabs: [
    { value: 'all', label: 'All' },
    ...Object.entries(PAYOUT_STATUS_LABELS).map(([id, label]) => ({
      value: label.toLowerCase(),
      label,
      status: Number(id),
    })),
  ],
  rows: ({ state: { page, count, tab } }) =>
    listPayoutsOptions({
      query: { page, count, ...(tab?.status === undefined ? {} : { status_id: Number(tab.status) as PayoutStatus }) },
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
    { id: 'amount', label: 'Amount', strong: true, money: ({ amount }) => amount },
    { id: 'fee', label: 'Fee', money: ({ fee }) => fee },
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

/** All payouts, newest first. */
export function PaymentsPage() {
  const seesPayouts = useSeesPayouts();
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Webmaster' }, { label: 'Finance', link: { to: '/webmaster/finance' } }]}
        actions={
          seesPayouts && (
            <FileButton file={FILES.payouts} name="placard-payouts.csv">
              CSV of all
            </FileButton>
          )
        }
      />
      <FinanceTabs />
      {seesPayouts ? <ListPart spec={PAYMENTS} /> : <NoPayouts />}
    </>
  );
}

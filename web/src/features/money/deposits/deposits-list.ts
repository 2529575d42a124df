import { IconListDetails } from '@tabler/icons-react';
import { listAllDepositsOptions } from '~/api/queries';
import type { AdminDeposit } from '~/api/sdk';
import { DEPOSIT_STATUS_LABELS, DepositStatus, GATEWAY_LABELS } from '~/api/words';
import { given, idOf, tabsOf, wordOf } from '~/lib/list';
import { statusOf } from '~/lib/statuses';
import { WATCHED_MS } from '~/lib/watched';
import type { ListAction, ListFilter, ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { usePaymentSystems } from '../payment-types';
import { DEPOSIT_STATUSES } from '../statuses';
import { personColumn, userFilter } from '../user-name';
import { BOOKING } from './deposit-actions';

const DAYS: ListFilter = { kind: 'days', name: 'days', any: 'Made on any day' };
const ADVERTISER = userFilter('Advertiser', 'Deposits of this user');

const LIST: ListSpec<AdminDeposit> = {
  name: 'deposits',
  noun: ['deposit', 'deposits'],
  rowName: ({ id }) => `Deposit ${id}`,
  told: ['listAllDeposits'],
  every: WATCHED_MS,
  tabs: tabsOf(DEPOSIT_STATUS_LABELS, [
    DepositStatus.Pending,
    DepositStatus.PartlyPaid,
    DepositStatus.Settled,
    DepositStatus.Expired,
    DepositStatus.Failed,
  ]),
  choices: ['user', 'system', 'days'],
  rows: ({ plain, days, state: { tab, chosen } }) => {
    const of = { advertiser_id: idOf(chosen.user), payment_system_id: idOf(chosen.system) };
    const when = { date_from: days?.from, date_to: days?.to };
    const asked = given({ status_id: wordOf(DepositStatus, tab?.status), ...of, ...when });
    return listAllDepositsOptions({ query: { ...plain, ...asked } });
  },
  search: { label: 'Search deposits', placeholder: 'Address, invoice or id' },
  filters: [DAYS, ADVERTISER],
  god: {
    filters: [
      DAYS,
      { kind: 'choice', name: 'system', label: 'Payment system', useOptions: usePaymentSystems },
      ADVERTISER,
    ],
  },
  named: { id: 'deposit', label: 'Deposit', aside: ({ invoice_number }) => invoice_number },
  columns: [
    personColumn('advertiser', 'Advertiser', ({ advertiser }) => advertiser),
    { id: 'amount', label: 'Asked for', strong: true, money: ({ amount }) => amount },
    statusColumn((row) => statusOf(DEPOSIT_STATUSES, row.status_id), { near: true }),
    { id: 'received', label: 'Came in', money: ({ received }) => received },
    { id: 'returned', label: 'Went back', money: ({ returned }) => returned },
    { id: 'gateway', label: 'By', text: ({ gateway }) => GATEWAY_LABELS[gateway] },
    { id: 'confirmed', label: 'Waits for a second person after', text: ({ confirmed_by }) => confirmed_by?.email },
    { id: 'made', label: 'Made', ago: (row) => row.created_at },
    { id: 'moved', label: 'Money moved', ago: (row) => row.processed_at },
    { id: 'reference', label: 'Reference of the gateway', hidden: true, text: (row) => row.gateway_reference },
    { id: 'promo', label: 'Promo code', hidden: true, text: ({ promo_code }) => promo_code },
    { id: 'bonus', label: 'Bonus', hidden: true, money: ({ bonus }) => bonus || null },
    { id: 'receipt', label: 'Receipt', hidden: true, text: ({ receipt_number }) => receipt_number },
  ],
  first: { title: 'Nobody topped up yet', text: 'Deposits appear here as advertisers make them.' },
  none: { text: 'No deposit fits what is chosen above.' },
};

/** Deposits as whoever runs the network has them, or as sales do; `look` shows what one is made of. */
export function depositsOf(look: (deposit: number) => void): ListSpec<AdminDeposit> {
  const details: ListAction<AdminDeposit> = {
    label: 'Payments and references',
    icon: IconListDetails,
    openOne: ({ id }) => look(id),
  };
  return {
    ...LIST,
    actions: [details],
    first: { ...LIST.first, text: 'Deposits of your clients appear here as they make them.' },
    god: { ...LIST.god, actions: [details, ...BOOKING], first: LIST.first },
  };
}

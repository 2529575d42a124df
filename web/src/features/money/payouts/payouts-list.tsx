import { listAllPayoutsOptions } from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import { PAYOUT_STATUS_LABELS, PayoutStatus } from '~/api/words';
import { given, idOf, tabsOf, wordOf } from '~/lib/list';
import { statusOf } from '~/lib/statuses';
import { WATCHED_MS } from '~/lib/watched';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { exact } from '../amounts';
import { usePaymentTypes } from '../payment-types';
import { PAYOUT_STATUSES } from '../statuses';
import { byWhom, personColumn, userFilter } from '../user-name';

/** Payouts of all webmasters. */
export const PAYOUTS: ListSpec<AdminPayout> = {
  name: 'payouts',
  noun: ['payout', 'payouts'],
  rowName: ({ id }) => `Payout ${id}`,
  told: ['listAllPayouts'],
  every: WATCHED_MS,
  tabs: tabsOf(PAYOUT_STATUS_LABELS, [
    PayoutStatus.Requested,
    PayoutStatus.Approved,
    PayoutStatus.Paid,
    PayoutStatus.Rejected,
    PayoutStatus.Cancelled,
  ]),
  choices: ['user', 'type'],
  rows: ({ plain, state: { tab, chosen } }) => {
    const of = { user_id: idOf(chosen.user), payment_type_id: idOf(chosen.type) };
    const asked = given({ status_id: wordOf(PayoutStatus, tab?.status), ...of });
    return listAllPayoutsOptions({ query: { ...plain, ...asked } });
  },
  search: { label: 'Search payouts', placeholder: 'Address, wallet or hash' },
  filters: [
    { kind: 'choice', name: 'type', label: 'Payment type', useOptions: usePaymentTypes },
    userFilter('Webmaster', 'Payouts of this user'),
  ],
  named: { id: 'payout', label: 'Payout', aside: ({ is_auto }) => (is_auto ? 'automatic' : null) },
  columns: [
    personColumn('webmaster', 'Webmaster', ({ webmaster }) => webmaster),
    { id: 'amount', label: 'Amount', strong: true, money: ({ amount }) => amount },
    {
      id: 'payable',
      label: 'To be sent',
      align: 'right',
      cell: ({ payable }) => exact(payable),
      csv: ({ payable }) => payable,
    },
    statusColumn((row) => statusOf(PAYOUT_STATUSES, row.status_id), {
      why: ({ comment, hindrance, held_reason }) =>
        held_reason ? `Held back: ${held_reason}` : (hindrance ?? comment),
      near: true,
    }),
    // Who was the first and who the second person is seen without scrolling.
    { id: 'approved', label: 'Approved by', text: ({ approved_by }) => approved_by?.email },
    { id: 'closed', label: 'Closed by', text: (row) => byWhom(row.closed_by, row.is_single_control) },
    { id: 'fee', label: 'Fee', money: ({ fee }) => fee },
    { id: 'type', label: 'By', text: ({ wallet }) => wallet.payment_type.name },
    { id: 'wallet', label: 'Wallet', code: ({ wallet }) => wallet.number },
    { id: 'asked', label: 'Asked for', ago: (row) => row.created_at },
    { id: 'file', label: 'In a file', ago: (row) => row.exported_at },
    {
      id: 'hash',
      label: 'Transaction',
      code: ({ transaction_hash: hash }) => hash,
      leads: ({ explorer_url: url }) => url,
    },
    { id: 'reference', label: 'Reference', hidden: true, text: ({ reference }) => reference },
  ],
  first: {
    title: 'Nobody asked for a payout',
    text: 'Payouts appear here as webmasters ask for them, and by automatic payout.',
  },
  none: { text: 'No payout fits what is chosen above.' },
};

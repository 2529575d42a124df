import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listDepositsOptions, listPaymentSystemsOptions } from '~/api/queries';
import type { Deposit, PaymentSystem } from '~/api/sdk';
import { DEPOSIT_STATUS_LABELS, DepositStatus } from '~/api/words';
import { given, wordOf } from '~/lib/list';
import { statusOf } from '~/lib/statuses';
import { WATCHED_MS } from '~/lib/watched';
import { StatusBadge } from '~/ui/status-badge';
import { ListPart } from '../../list/list-view';
import type { ListSpec } from '../../list/spec';
import { DepositActions } from './deposit-panel';
import { DEPOSIT_STATUSES } from './deposit-status';

/** Nothing is said of what has not come in or gone back. */
const some = (dollars: number) => (dollars > 0 ? dollars : null);

const depositsOf = (
  systems: readonly PaymentSystem[] | undefined,
  opened: number | undefined,
  open: (id: number) => void,
): ListSpec<Deposit> => ({
  name: 'own-deposits',
  noun: ['deposit', 'deposits'],
  rowName: ({ id }) => `Deposit ${id}`,
  told: ['listDeposits'],
  every: WATCHED_MS,
  sizes: false,
  count: 5,
  paged: 'deposits',
  choices: ['state'],
  filters: [{ kind: 'choice', name: 'state', label: 'State', useOptions: () => DEPOSIT_STATUS_LABELS }],
  rows: ({ state: { page, count, chosen } }) =>
    listDepositsOptions({ query: { page, count, ...given({ status_id: wordOf(DepositStatus, chosen.state) }) } }),
  named: {
    id: 'number',
    label: 'Number',
    beside: { open: ({ id }) => open(id), isOpen: ({ id }) => id === opened },
    aside: () => null,
  },
  columns: [
    { id: 'date', label: 'Date', align: 'left', day: ({ created_at: at }) => at },
    {
      id: 'by',
      label: 'By',
      text: ({ payment_system_id: id, is_automatic: isAutomatic }) =>
        `${systems?.find((system) => system.id === id)?.name ?? `System ${id}`}${isAutomatic ? ', automatic' : ''}`,
    },
    { id: 'amount', label: 'Amount', strong: true, money: ({ amount }) => amount },
    { id: 'received', label: 'Came in', money: ({ received }) => some(received) },
    { id: 'returned', label: 'Went back', money: ({ returned }) => some(returned) },
    {
      id: 'state',
      label: 'State',
      cell: ({ status_id: status }) => <StatusBadge status={statusOf(DEPOSIT_STATUSES, status)} />,
      csv: ({ status_id: status }) => statusOf(DEPOSIT_STATUSES, status).label,
    },
    { id: 'documents', label: 'Documents', cell: (deposit) => <DepositActions deposit={deposit} /> },
  ],
  first: { title: 'No top-up yet', text: 'Each one stands here with its state, its invoice and its receipt.' },
  none: { title: 'No deposit is in this state', text: 'Choose another one.' },
});

/** The own deposits with their states and documents; `opened` is followed elsewhere on the page. */
export function Deposits({ opened, onOpen }: { opened: number | undefined; onOpen(deposit: number): void }) {
  const systems = useQuery(listPaymentSystemsOptions()).data?.data;
  return <ListPart spec={useMemo(() => depositsOf(systems, opened, onOpen), [systems, opened, onOpen])} />;
}

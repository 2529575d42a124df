import { listTransactionsOptions } from '~/api/queries';
import type { LedgerTransaction, ListTransactionsResponse } from '~/api/sdk';
import { ACCOUNT_KIND_LABELS, AccountKind, TRANSACTION_TYPE_LABELS, TransactionType } from '~/api/words';
import { formatTime } from '~/lib/format';
import { given, idOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { onePage } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import { userFilter } from '../user-name';
import { LEDGER_DECIMALS } from './ledger-parts';

/** Transactions, newest first, as many as the server tells at once. */
export const TRANSACTIONS: ListSpec<LedgerTransaction> = {
  name: 'ledger',
  noun: ['transaction', 'transactions'],
  rowName: ({ id }) => String(id),
  told: ['listTransactions', 'getTransaction'],
  period: '30d',
  choices: ['user', 'type', 'account'],
  cursor: 'before',
  dated: true,
  hasFile: true,
  rows: ({ range, state: { before, chosen } }) => ({
    ...listTransactionsOptions({
      query: {
        date_from: range.from,
        date_to: range.to,
        ...given({
          user_id: idOf(chosen.user),
          account: wordOf(AccountKind, chosen.account),
          operation_type: wordOf(TransactionType, chosen.type),
          before,
        }),
      },
    }),
    select: ({ data, next }: ListTransactionsResponse) => ({ data, next: next ?? null, pagination: onePage(data) }),
  }),
  filters: [
    { kind: 'choice', name: 'type', label: 'Kind', useOptions: () => TRANSACTION_TYPE_LABELS },
    { kind: 'choice', name: 'account', label: 'Account', useOptions: () => ACCOUNT_KIND_LABELS },
    userFilter('Person', 'Transactions of this user'),
  ],
  named: { id: 'id', label: 'Transaction', opens: ({ id }) => paths.transaction(id), aside: () => null },
  columns: [
    { id: 'type', label: 'Kind', text: ({ operation_type: type }) => TRANSACTION_TYPE_LABELS[type] },
    {
      id: 'moved',
      label: 'Moved',
      strong: true,
      help: 'What accounts gained by it: others lost as much. Old ones are folded into the sums of their day.',
      money: ({ moved }) => moved,
      decimals: LEDGER_DECIMALS,
    },
    { id: 'date', label: 'Time, UTC', text: ({ date }) => formatTime(date) },
    { id: 'actor', label: 'By', text: ({ actor }) => actor?.email ?? 'The system' },
    { id: 'comment', label: 'Comment', cell: ({ comment }) => comment },
    { id: 'reference', label: 'Made for', cell: ({ reference }) => <span className="mono">{reference}</span> },
  ],
  first: { title: 'No transaction here', text: 'What is moved between accounts appears here.' },
  none: { title: 'No transaction here', text: 'Nothing was moved that fits what is chosen above.' },
};

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { listTransactionsOptions } from '~/api/queries';
import type { LedgerTransaction } from '~/api/sdk';
import { ACCOUNT_KIND_LABELS, AccountKind, TRANSACTION_TYPE_LABELS, TransactionType } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatTime, unitSymbol } from '~/lib/format';
import { given, idOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { DataTable } from '~/ui/data-table';
import { None } from '~/ui/marks';
import { Empty, ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import type { ListFilter } from '../list/spec';
import type { List } from '../list/use-list';
import { LEDGER_DECIMALS } from './ledger-parts';
import styles from './money.module.css';
import { useUserName } from './user-name';

const ListFilters = lazy(() => import('../list/list-filters'));

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'type', label: 'Kind', useOptions: () => TRANSACTION_TYPE_LABELS },
  { kind: 'choice', name: 'account', label: 'Account', useOptions: () => ACCOUNT_KIND_LABELS },
  {
    kind: 'id',
    name: 'user',
    label: 'Person',
    field: 'Transactions of this user',
    placeholder: 'Id of a user',
    useName: useUserName,
  },
];

/** Other transactions are read from the newest one on. */
const FROM_NEWEST = { before: undefined } as unknown as Record<string, never>;

/** What narrows the transactions. */
export function TransactionFilters({ list }: { list: List }) {
  return (
    <Suspense fallback={null}>
      <ListFilters
        filters={FILTERS}
        list={{ ...list, choose: (choices) => list.choose({ ...choices, ...FROM_NEWEST }) }}
      />
    </Suspense>
  );
}

/** Transactions, newest first, as many as the server tells at once. */
export function Transactions({ list: { range, state } }: { list: List }) {
  const unit = useUnit();
  const navigate = useNavigate();
  const { before } = useSearch({ strict: false }) as { before?: number };
  const { chosen } = state;
  const answer = useQuery(
    listTransactionsOptions({
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
  );
  const { data } = answer;
  if (answer.isError && !data) {
    return (
      <ErrorPanel title="The transactions did not load" error={answer.error} onRetry={() => void answer.refetch()} />
    );
  }
  const go = (to: number | undefined) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, before: to }) });
  const columns: TableColumn<LedgerTransaction>[] = [
    {
      id: 'id',
      label: 'Transaction',
      cell: ({ id }) => (
        <Link className="link" {...paths.transaction(id)}>
          {id}
        </Link>
      ),
    },
    { id: 'type', label: 'Kind', cell: (row) => TRANSACTION_TYPE_LABELS[row.operation_type] },
    {
      id: 'moved',
      label: `Moved, ${unitSymbol(unit)}`,
      align: 'right',
      strong: true,
      help: 'What accounts gained by it: others lost as much. Old ones are folded into the sums of their day.',
      cell: ({ moved }) => (typeof moved === 'number' ? formatAmount(moved, unit, LEDGER_DECIMALS) : <None />),
    },
    { id: 'date', label: 'Time, UTC', cell: ({ date }) => formatTime(date) },
    { id: 'actor', label: 'By', cell: ({ actor }) => actor?.email ?? 'The system' },
    { id: 'comment', label: 'Comment', cell: ({ comment }) => comment || <None /> },
    { id: 'reference', label: 'Made for', cell: ({ reference }) => <span className="mono">{reference}</span> },
  ];
  return (
    <>
      <DataTable
        label="Table of transactions"
        columns={columns}
        rows={data?.data ?? NONE}
        rowId={({ id }) => String(id)}
        loading={answer.isPending}
        empty={
          <Empty small title="No transaction here">
            Nothing was moved that fits what is chosen above.
          </Empty>
        }
      />
      {(before !== undefined || data?.next) && (
        <div className={styles.turns}>
          {before !== undefined && <Button onClick={() => go(undefined)}>Newest</Button>}
          {data?.next && <Button onClick={() => go(data.next ?? undefined)}>More</Button>}
        </div>
      )}
    </>
  );
}

const NONE: never[] = [];

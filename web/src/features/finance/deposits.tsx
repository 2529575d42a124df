import { Select } from '@mantine/core';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listDepositsOptions, listPaymentSystemsOptions } from '~/api/queries';
import type { Deposit } from '~/api/sdk';
import type { ListAnswer } from '~/api/types';
import { DEPOSIT_STATUS_LABELS, type DepositStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, unitSymbol } from '~/lib/format';
import { statusOf } from '~/lib/statuses';
import { None } from '~/ui/marks';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import type { TableColumn } from '~/ui/table-column';
import { AnswerTable } from '../list/answered';
import { useAnswerThatIs } from '../list/use-page-that-is';
import { DepositActions } from './deposit-panel';
import { DEPOSIT_STATUSES } from './deposit-status';

/** Deposits of a page. */
const COUNT = 5;
const STATES = Object.entries(DEPOSIT_STATUS_LABELS).map(([id, label]) => ({
  id: Number(id) as DepositStatus,
  value: id,
  label,
}));

/** The own deposits with their states and documents. */
export function Deposits({
  page,
  state,
  onPage,
  onState,
  onOpen,
}: {
  page: number;
  /** The state of those that are shown, of an address: it may be none. */
  state: number | undefined;
  /** Keeps what it is given: it is called in effects. */
  onPage(page: number, replace?: true): void;
  /** Another state is chosen, of which the first page is shown. */
  onState(state: DepositStatus | undefined): void;
  onOpen(deposit: number): void;
}) {
  const unit = useUnit();
  const status = STATES.find(({ id }) => id === state)?.id;
  const query = { page, count: COUNT, ...(status === undefined ? {} : { status_id: status }) };
  const asked = useQuery({
    // The client answers with our errors, which the generated options do not know.
    ...(listDepositsOptions({ query }) as unknown as UseQueryOptions<ListAnswer<Deposit>>),
    placeholderData: keepPreviousData,
  });
  const answer = useAnswerThatIs(asked, page, onPage);
  const systems = useQuery(listPaymentSystemsOptions()).data?.data;
  const columns = useMemo((): TableColumn<Deposit>[] => {
    const symbol = unitSymbol(unit);
    return [
      { id: 'date', label: 'Date', align: 'left', cell: (deposit) => formatDate(deposit.created_at) },
      {
        id: 'number',
        label: 'Number',
        align: 'left',
        cell: ({ id }) => (
          <button type="button" className="link num" aria-label={`Deposit ${id}`} onClick={() => onOpen(id)}>
            {id}
          </button>
        ),
      },
      {
        id: 'by',
        label: 'By',
        align: 'left',
        cell: ({ payment_system_id: id, is_automatic: isAutomatic }) => (
          <>
            {systems?.find((system) => system.id === id)?.name ?? `System ${id}`}
            {isAutomatic && <span className="t2">, automatic</span>}
          </>
        ),
      },
      {
        id: 'amount',
        label: `Amount, ${symbol}`,
        align: 'right',
        strong: true,
        cell: ({ amount }) => formatAmount(amount, unit),
      },
      {
        id: 'received',
        label: `Came in, ${symbol}`,
        align: 'right',
        cell: ({ received }) => (received > 0 ? formatAmount(received, unit) : <None />),
      },
      {
        id: 'returned',
        label: `Went back, ${symbol}`,
        align: 'right',
        cell: ({ returned }) => (returned > 0 ? formatAmount(returned, unit) : <None />),
      },
      {
        id: 'status',
        label: 'State',
        align: 'left',
        cell: ({ status_id: status }) => <StatusBadge status={statusOf(DEPOSIT_STATUSES, status)} />,
      },
      {
        id: 'documents',
        label: 'Documents',
        align: 'left',
        cell: (deposit) => <DepositActions deposit={deposit} />,
      },
    ];
  }, [unit, systems, onOpen]);
  return (
    <div className="stack">
      <Select
        aria-label="State of deposits"
        placeholder="All states"
        data={STATES.map(({ value, label }) => ({ value, label }))}
        value={status === undefined ? null : String(status)}
        clearable
        w={200}
        onChange={(value) => onState(STATES.find((one) => one.value === value)?.id)}
      />
      <AnswerTable
        what="deposits"
        answer={answer}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ id }) => `Deposit ${id}`}
        skeletonRows={2}
        page={{ go: onPage }}
        empty={
          status === undefined ? (
            <Empty small title="No top-up yet">
              Each one stands here with its state, its invoice and its receipt.
            </Empty>
          ) : (
            <Empty small title="No deposit is in this state" />
          )
        }
      />
    </div>
  );
}

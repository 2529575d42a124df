import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Statement, StatementLine } from '~/api/sdk';
import { TRANSACTION_TYPE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatAmount, formatDate, unitSymbol } from '~/lib/format';
import { operationName } from '~/lib/money-terms';
import { DataTable } from '~/ui/data-table';
import { ErrorPanel, Skeleton } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import styles from '../top-up.module.css';

/** `2026-11` to `Nov 2026`. */
export const monthName = (month: string): string => formatDate(`${month}-01`).replace(/^1\s/, '');

/** A line by its place: lines of a day have no other name. */
type Line = StatementLine & { index: string };

const columnsIn = (unit: CurrencyUnit): TableColumn<Line>[] => [
  { id: 'date', label: 'Date', align: 'left', cell: ({ date }) => formatDate(date) },
  {
    id: 'operation',
    label: 'Operation',
    align: 'left',
    cell: ({ is_referral: isReferral, operation_type: type }) =>
      `${isReferral ? 'Referrals: ' : ''}${operationName(TRANSACTION_TYPE_LABELS, type)}`,
  },
  {
    id: 'remark',
    label: 'Remark',
    align: 'left',
    cell: ({ comment, adjusts }) => [comment, adjusts && `adjusts ${monthName(adjusts)}`].filter(Boolean).join(', '),
  },
  {
    id: 'amount',
    label: `Amount, ${unitSymbol(unit)}`,
    align: 'right',
    strong: true,
    cell: ({ amount }) => `${amount > 0 ? '+' : ''}${formatAmount(amount, unit)}`,
  },
  {
    id: 'balance',
    label: `Balance after, ${unitSymbol(unit)}`,
    align: 'right',
    cell: ({ balance_after: balance }) => formatAmount(balance, unit),
  },
];

/** The statement of a month, of either side: what it says in a sentence, then its lines. */
export function StatementView({
  month,
  answer,
  children,
}: {
  month: string;
  answer: UseQueryResult<Statement, unknown>;
  /** The balances at both ends, in a sentence. */
  children(statement: Statement): ReactNode;
}) {
  const unit = useUnit();
  const statement = answer.data;
  const rows = useMemo(() => statement?.lines.map((line, index) => ({ ...line, index: String(index) })), [statement]);
  const columns = useMemo(() => columnsIn(unit), [unit]);
  if (answer.isError && !statement) return <ErrorPanel title="The statement did not load" of={answer} />;
  return (
    <div className={styles.statement}>
      <p className="s13 t2">
        {statement ? children(statement) : <Skeleton width={240} />}
        {statement && !statement.is_closed && ' The month is not over yet.'}
      </p>
      <DataTable
        label={`Statement of ${monthName(month)}`}
        columns={columns}
        rows={rows ?? []}
        rowId={({ index }) => index}
        loading={answer.isPending}
        skeletonRows={4}
        empty={<p className="s13 t2">Nothing was moved in this month.</p>}
      />
    </div>
  );
}

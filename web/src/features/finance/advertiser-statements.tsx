import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dataOf, getAdvertiserStatementOptions, listAdvertiserStatementsOptions } from '~/api/queries';
import type { StatementLine } from '~/api/sdk';
import { TRANSACTION_TYPE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, formatMoney, unitSymbol } from '~/lib/format';
import { operationName } from '~/lib/money-terms';
import { Button } from '~/ui/button';
import { DataTable } from '~/ui/data-table';
import { ErrorPanel, Skeleton } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { FILES } from './files';
import { StatementFiles } from './statement-files';
import styles from './top-up.module.css';

/** `2026-11` to `Nov 2026`. */
const monthName = (month: string) => formatDate(`${month}-01`).replace(/^1\s/, '');

/** The months of the account: each opens in place, and is a file. */
export function Statements({
  month: opened,
  onOpen,
}: {
  month: string | undefined;
  onOpen(month: string | undefined): void;
}) {
  const { data: months, isError, error, refetch } = useQuery({ ...listAdvertiserStatementsOptions(), select: dataOf });
  if (isError && !months) {
    return <ErrorPanel title="The statements did not load" error={error} onRetry={() => void refetch()} />;
  }
  if (!months) return <Skeleton width={280} height={28} />;
  if (months.length === 0) {
    return <p className="s13 t2">There is one for each month of your account.</p>;
  }
  return (
    <ul className={styles.months}>
      {months.map((month) => {
        const isOpened = month === opened;
        return (
          <li key={month}>
            <div className="row wrap">
              <b>{monthName(month)}</b>
              <span className="grow" />
              <Button
                size="sm"
                aria-expanded={isOpened}
                aria-label={`${isOpened ? 'Close' : 'Open'} ${monthName(month)}`}
                onClick={() => onOpen(isOpened ? undefined : month)}
              >
                {isOpened ? 'Close' : 'Open'}
              </Button>
              <StatementFiles month={month} name={monthName(month)} file={FILES.statement} />
            </div>
            {isOpened && <Statement month={month} />}
          </li>
        );
      })}
    </ul>
  );
}

function Statement({ month }: { month: string }) {
  const unit = useUnit();
  const answer = useQuery({ ...getAdvertiserStatementOptions({ path: { month } }), select: dataOf });
  const statement = answer.data;
  const rows = useMemo(
    () => statement?.lines.map((line, index) => ({ ...line, index: String(index) })) ?? [],
    [statement],
  );
  const columns = useMemo((): TableColumn<StatementLine & { index: string }>[] => {
    const symbol = unitSymbol(unit);
    return [
      { id: 'date', label: 'Date', align: 'left', cell: ({ date }) => formatDate(date) },
      {
        id: 'operation',
        label: 'Operation',
        align: 'left',
        cell: (line) => operationName(TRANSACTION_TYPE_LABELS, line.operation_type),
      },
      {
        id: 'remark',
        label: 'Remark',
        align: 'left',
        cell: ({ comment, adjusts }) =>
          [comment, adjusts && `adjusts ${monthName(adjusts)}`].filter(Boolean).join(', '),
      },
      {
        id: 'amount',
        label: `Amount, ${symbol}`,
        align: 'right',
        strong: true,
        cell: ({ amount }) => `${amount > 0 ? '+' : ''}${formatAmount(amount, unit)}`,
      },
      {
        id: 'balance',
        label: `Balance after, ${symbol}`,
        align: 'right',
        cell: ({ balance_after: balance }) => formatAmount(balance, unit),
      },
    ];
  }, [unit]);
  if (answer.isError && !statement) {
    return <ErrorPanel title="The statement did not load" error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  return (
    <div className={styles.statement}>
      <p className="s13 t2">
        {statement ? (
          <>
            Opening {formatMoney(statement.opening, unit)}, closing {formatMoney(statement.closing, unit)}.
            {statement.is_closed ? '' : ' The month is not over yet.'}
          </>
        ) : (
          <Skeleton width={240} />
        )}
      </p>
      <DataTable
        label={`Statement of ${monthName(month)}`}
        columns={columns}
        rows={rows}
        rowId={({ index }) => index}
        loading={answer.isPending}
        skeletonRows={4}
        empty={<p className="s13 t2">Nothing was moved in this month.</p>}
      />
    </div>
  );
}

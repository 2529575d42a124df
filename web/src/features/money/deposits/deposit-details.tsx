import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf, getAnyDepositOptions } from '~/api/queries';
import type { AdminDepositDetails, DepositPayment } from '~/api/sdk';
import { GATEWAY_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney, formatTime, unitSymbol } from '~/lib/format';
import { paths } from '~/lib/paths';
import { statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { DataTable } from '~/ui/data-table';
import { FactList } from '~/ui/form';
import { None } from '~/ui/marks';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import type { TableColumn } from '~/ui/table-column';
import { Amount } from '../amounts';
import styles from '../money.module.css';
import { DEPOSIT_STATUSES } from '../statuses';

const orNone = (text: string | null | undefined) => text || <None />;

function Facts({ deposit }: { deposit: AdminDepositDetails }) {
  const unit = useUnit();
  const money = (dollars: number) => formatMoney(dollars, unit);
  return (
    <FactList
      facts={[
        [
          'Advertiser',
          <Link key="advertiser" className="link" {...paths.user(deposit.advertiser.id)}>
            {deposit.advertiser.email}
          </Link>,
        ],
        ['Asked for', `${money(deposit.amount)} by ${GATEWAY_LABELS[deposit.gateway]}`],
        ['Came in', money(deposit.received)],
        ['Went back', money(deposit.returned)],
        [
          'Bonus',
          deposit.promo_code ? `${money(deposit.bonus)} by the code ${deposit.promo_code}` : money(deposit.bonus),
        ],
        ['Made', formatTime(deposit.created_at)],
        ['Money moved', formatTime(deposit.processed_at)],
        ['Invoice', orNone(deposit.invoice_number)],
        ['Receipt', orNone(deposit.receipt_number)],
        [
          'Name at the gateway',
          <span key="reference" className="mono">
            {orNone(deposit.gateway_reference)}
          </span>,
        ],
        ...(deposit.confirmed_by
          ? ([
              [
                'Waits for a second person',
                `${deposit.confirmed_by.email} confirmed ${money(deposit.confirmed_amount ?? 0)}`,
              ],
            ] as const)
          : []),
      ]}
    />
  );
}

function Payments({ payments }: { payments: readonly DepositPayment[] }) {
  const unit = useUnit();
  if (payments.length === 0) return <p className="s13 t2">No payment of it is known yet.</p>;
  const amount = (label: string, of: (payment: DepositPayment) => number): TableColumn<DepositPayment> => ({
    id: label,
    label: `${label}, ${unitSymbol(unit)}`,
    align: 'right',
    cell: (payment) => <Amount dollars={of(payment)} />,
  });
  const columns: TableColumn<DepositPayment>[] = [
    { id: 'payment', label: 'Payment', cell: ({ reference }) => <span className="mono">{reference}</span> },
    amount('Came in', ({ received }) => received),
    amount('Went back', ({ returned }) => returned),
    amount('Not recovered', ({ bad_debt }) => bad_debt),
    { id: 'dispute', label: 'Dispute', cell: ({ dispute }) => <span className="mono">{orNone(dispute)}</span> },
  ];
  return <DataTable label="Payments of the deposit" columns={columns} rows={payments} rowId={(row) => row.reference} />;
}

/** A deposit with what its gateway says of it: each payment, what went back and what is disputed. */
export function DepositDetails({ id, onClose }: { id: number; onClose(): void }) {
  const answer = useQuery({ ...getAnyDepositOptions({ path: { id } }), select: dataOf });
  const deposit = answer.data;
  return (
    <section className={styles.details} aria-labelledby="deposit-details">
      <div className={styles.detailsHead}>
        <h2 id="deposit-details">Deposit {id}</h2>
        {deposit && <StatusBadge status={statusOf(DEPOSIT_STATUSES, deposit.status_id)} soft />}
        <span className="grow" />
        <Button variant="ghost" size="sm" icon aria-label="Close the deposit" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </Button>
      </div>
      {deposit ? (
        <>
          <Facts deposit={deposit} />
          <Payments payments={deposit.payments} />
        </>
      ) : answer.isError ? (
        <ErrorPanel title={`Deposit ${id} did not load`} of={answer} />
      ) : (
        <Skeleton width="60%" height={14} />
      )}
    </section>
  );
}

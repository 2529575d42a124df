import { useQuery } from '@tanstack/react-query';
import type { PendingDay } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, unitSymbol } from '~/lib/format';
import { DataTable } from '~/ui/data-table';
import { None } from '~/ui/marks';
import { Empty, ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { pendingDaysQuery } from '../api';
import styles from '../finance.module.css';

const NONE: PendingDay[] = [];

/** What is on its way, with the day on which it becomes available; of some sites it is held back then. */
export function PendingDays({ isHeld }: { isHeld: boolean }) {
  const unit = useUnit();
  const answer = useQuery(pendingDaysQuery);
  const columns: TableColumn<PendingDay>[] = [
    { id: 'day', label: 'Available from', cell: ({ date }) => formatDate(date) },
    {
      id: 'amount',
      label: `Amount, ${unitSymbol(unit)}`,
      align: 'right',
      strong: true,
      cell: ({ amount }) => formatAmount(amount, unit),
    },
    {
      id: 'referral',
      label: 'Of it referrals',
      align: 'right',
      cell: ({ referral }) => (referral === 0 ? <None /> : formatAmount(referral, unit)),
    },
  ];
  return (
    <section aria-labelledby="on-its-way">
      <h2 className={styles.h2} id="on-its-way">
        On its way
      </h2>
      {isHeld && (
        <p className="t2">
          With what sites earned whose earnings are held back: on its day that part goes to <b>Held back</b> instead.
        </p>
      )}
      {answer.isError && !answer.data ? (
        <ErrorPanel title="What is on its way did not load" of={answer} />
      ) : (
        <DataTable
          label="On its way, by day"
          columns={columns}
          rows={answer.data ?? NONE}
          rowId={({ date }) => date}
          loading={answer.isPending}
          skeletonRows={3}
          empty={
            <Empty small title="Nothing waits">
              What valid clicks earn stands here until its day.
            </Empty>
          }
        />
      )}
    </section>
  );
}

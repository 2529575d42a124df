import { useUnit } from '~/app/queries';
import { formatAmount, formatDate } from '~/lib/format';
import type { ListColumn, ListSpec } from '../../list/spec';

/** An amount of money with its sign; what came in is green. */
function Change({ value }: { value: number }) {
  const unit = useUnit();
  return (
    <span className={value > 0 ? 'up' : undefined}>
      {value > 0 ? '+' : ''}
      {formatAmount(value, unit)}
    </span>
  );
}

/** A line of a history. */
interface Movement {
  amount: number;
  balance_after: number;
}

/** What all histories have in common. */
export const MOVEMENTS = {
  noun: ['entry', 'entries'],
  rowName: ({ date }: { date: string }) => formatDate(date),
  sizes: false,
  offersFile: true,
} as const satisfies Partial<ListSpec<{ date: string }>>;

/** The day of a movement, the name of its line. */
export const dayColumn = <Row extends { date: string }>(): ListColumn<Row> => ({
  id: 'date',
  label: 'Date',
  align: 'left',
  day: ({ date }) => date,
});

/** How much was moved. */
export const amountColumn = <Row extends Movement>(): ListColumn<Row> => ({
  id: 'amount',
  label: 'Amount',
  inUnit: true,
  align: 'right',
  strong: true,
  cell: (entry) => <Change value={entry.amount} />,
  csv: (entry) => entry.amount,
});

/** What the balance was then. */
export const balanceColumn = <Row extends Movement>(): ListColumn<Row> => ({
  id: 'balance',
  label: 'Balance after',
  money: ({ balance_after: balance }) => balance,
});

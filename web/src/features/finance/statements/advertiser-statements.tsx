import { useQuery } from '@tanstack/react-query';
import { FILES } from '~/api/files';
import { dataOf, getAdvertiserStatementOptions, listAdvertiserStatementsOptions } from '~/api/queries';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { Button } from '~/ui/button';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from '../top-up.module.css';
import { StatementFiles } from './statement-files';
import { monthName, StatementView } from './statement-view';

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
              <StatementFiles month={month} name={monthName(month)} file={FILES.advertiserStatement} />
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
  return (
    <StatementView month={month} answer={answer}>
      {({ opening, closing }) => `Opening ${formatMoney(opening, unit)}, closing ${formatMoney(closing, unit)}.`}
    </StatementView>
  );
}

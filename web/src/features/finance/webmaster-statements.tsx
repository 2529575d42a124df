import { useQuery } from '@tanstack/react-query';
import { dataOf, getWebmasterStatementOptions } from '~/api/queries';
import { TRANSACTION_TYPE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, formatMoney, unitSymbol } from '~/lib/format';
import { operationName } from '~/lib/money-terms';
import { Button } from '~/ui/button';
import { openDialog } from '~/ui/dialogs';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { statementsQuery } from './api';
import { FILES } from './files';
import styles from './finance.module.css';
import { useSeesPayouts } from './sees-payouts';
import { StatementFiles } from './statement-files';

/** `2026-11` to `Nov 2026`. */
const monthName = (month: string): string => formatDate(`${month}-01`).replace(/^1 /, '');

/** The months of the account, each to be read or taken away. */
export function Statements() {
  const answer = useQuery(statementsQuery);
  const months = answer.data;
  return (
    <section aria-labelledby="statements">
      <h2 className={styles.h2} id="statements">
        Statements
      </h2>
      {answer.isError && !months ? (
        <ErrorPanel title="The statements did not load" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !months ? (
        <Skeleton width={280} />
      ) : months.length === 0 ? (
        <p className="s13 t2">There is one for each month of your account.</p>
      ) : (
        <ul className={styles.months} aria-label="Statements by month">
          {months.map((month) => (
            <Month key={month} month={month} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Month({ month }: { month: string }) {
  const name = monthName(month);
  const open = () =>
    openDialog({
      title: `Statement of ${name}`,
      size: 820,
      closeButtonProps: { 'aria-label': 'Close' },
      children: <Statement month={month} />,
    });
  return (
    <li>
      <span className="grow s13 b">{name}</span>
      <Button size="sm" variant="ghost" aria-label={`Open ${name}`} onClick={open}>
        Open
      </Button>
      <StatementFiles month={month} name={name} file={FILES.earnings} />
    </li>
  );
}

function Statement({ month }: { month: string }) {
  const unit = useUnit();
  const seesPayouts = useSeesPayouts();
  const answer = useQuery({ ...getWebmasterStatementOptions({ path: { month } }), select: dataOf });
  const statement = answer.data;
  if (answer.isError && !statement) {
    return <ErrorPanel title="It did not load" error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (!statement) return <Skeleton height={120} />;
  const sign = unitSymbol(unit);
  return (
    <div className="stack">
      <p className="s13 t2">
        {statement.is_closed ? '' : 'This month is not over yet. '}Available and on its way together: from{' '}
        {formatMoney(statement.opening, unit)} to {formatMoney(statement.closing, unit)}
        {seesPayouts ? '' : ', payouts left out'}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="Lines of the statement">
        <table>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Operation</th>
              <th scope="col">Remark</th>
              <th scope="col" className={styles.right}>
                Amount, {sign}
              </th>
              <th scope="col" className={styles.right}>
                Balance, {sign}
              </th>
            </tr>
          </thead>
          <tbody>
            {statement.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of days have no other name, and never change places
              <tr key={index}>
                <th scope="row">{formatDate(line.date)}</th>
                <td>
                  {line.is_referral && 'Referrals: '}
                  {operationName(TRANSACTION_TYPE_LABELS, line.operation_type)}
                  {line.adjusts && <span className="t2"> for {monthName(line.adjusts)}</span>}
                </td>
                <td className="t2">{line.comment}</td>
                <td className={styles.right}>
                  {line.amount > 0 && '+'}
                  {formatAmount(line.amount, unit)}
                </td>
                <td className={styles.right}>{formatAmount(line.balance_after, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

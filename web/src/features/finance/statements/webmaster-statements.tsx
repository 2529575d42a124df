import { useQuery } from '@tanstack/react-query';
import { FILES } from '~/api/files';
import { dataOf, getWebmasterStatementOptions } from '~/api/queries';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { Button } from '~/ui/button';
import { openDialog } from '~/ui/dialogs';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { statementsQuery } from '../api';
import styles from '../finance.module.css';
import { useSeesPayouts } from '../sees-payouts';
import { StatementFiles } from './statement-files';
import { monthName, StatementView } from './statement-view';

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
        <ErrorPanel title="The statements did not load" of={answer} />
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
      <StatementFiles month={month} name={name} file={FILES.webmasterStatement} />
    </li>
  );
}

function Statement({ month }: { month: string }) {
  const unit = useUnit();
  const seesPayouts = useSeesPayouts();
  const answer = useQuery({ ...getWebmasterStatementOptions({ path: { month } }), select: dataOf });
  return (
    <StatementView month={month} answer={answer}>
      {({ opening, closing }) =>
        `Available and on its way together: from ${formatMoney(opening, unit)} to ${formatMoney(closing, unit)}${seesPayouts ? '' : ', payouts left out'}.`
      }
    </StatementView>
  );
}

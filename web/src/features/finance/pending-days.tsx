import { useQuery } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, unitSymbol } from '~/lib/format';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { pendingDaysQuery } from './api';
import styles from './finance.module.css';

/** What is on its way, with the day on which it becomes available. */
export function PendingDays() {
  const unit = useUnit();
  const answer = useQuery(pendingDaysQuery);
  const days = answer.data;
  return (
    <section aria-labelledby="on-its-way">
      <h2 className={styles.h2} id="on-its-way">
        On its way
      </h2>
      {answer.isError && !days ? (
        <ErrorPanel
          title="What is on its way did not load"
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      ) : !days ? (
        <Skeleton width={280} />
      ) : days.length === 0 ? (
        <p className="s13 t2">Nothing waits. What valid clicks earn stands here until its day.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <section className={`${styles.scroll} ${styles.few}`} tabIndex={0} aria-label="On its way, by day">
          <table>
            <thead>
              <tr>
                <th scope="col">Available from</th>
                <th scope="col" className={styles.right ?? ''}>
                  Amount, {unitSymbol(unit)}
                </th>
                <th scope="col" className={styles.right ?? ''}>
                  Of it referrals
                </th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ date, amount, referral }) => (
                <tr key={date}>
                  <td>{formatDate(date)}</td>
                  <td className={styles.right ?? ''}>{formatAmount(amount, unit)}</td>
                  <td className={styles.right ?? ''}>{referral === 0 ? '' : formatAmount(referral, unit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

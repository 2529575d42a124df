import { useQuery } from '@tanstack/react-query';
import { dataOf, getIncomeForecastOptions } from '~/api/queries';
import { useUnit } from '~/app/queries';
import { formatMoney, plural } from '~/lib/format';
import { Figures } from '~/ui/figures';
import { ErrorPanel } from '~/ui/states';
import styles from './income.module.css';

/** How often it is asked, in milliseconds: it moves slowly. */
const LOOK_MS = 5 * 60_000;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Where the month's income goes, and by which rule. */
export function Forecast() {
  const unit = useUnit();
  const { data, error, refetch } = useQuery({
    ...getIncomeForecastOptions(),
    select: dataOf,
    refetchInterval: LOOK_MS,
  });
  if (error && !data) {
    return <ErrorPanel title="The forecast could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  const month = data && MONTHS[Number(data.month.slice(5)) - 1];
  const money = (amount: number | null | undefined) => formatMoney(amount, unit);
  return (
    <section className={styles.forecast} aria-label="Forecast of the month">
      <Figures
        label="Forecast"
        count={2}
        figures={
          data && [
            {
              key: 'earned',
              label: `Earned in ${month}`,
              value: money(data.earned),
              note: `${plural(data.days_left, 'day')} left`,
            },
            {
              key: 'likely',
              label: 'Likely by its end',
              value: money(data.likely),
              note: data.low === null ? undefined : `from ${money(data.low)} to ${money(data.high)}`,
            },
          ]
        }
      />
      {data && <p className="s12 t3">{data.text}</p>}
    </section>
  );
}

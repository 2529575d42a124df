import { useNavigate, useSearch } from '@tanstack/react-router';
import { addDays, dayOf } from '~/lib/period';
import { Segmented } from '~/ui/controls';
import { useHour } from '~/ui/use-now';
import { MetricPanel } from '../charts/metric-panel';
import styles from './finance.module.css';
import { CHART_DAYS, type ChartSearch } from './search';

const SIDES = {
  advertiser: { title: 'Spent by day', keys: ['money', 'clicks_count', 'cpc'] },
  webmaster: { title: 'Income by day', keys: ['money_web', 'clicks_count', 'bid_web'] },
} as const;

/** The usual days of the chart. */
const USUAL = 30;

/** What valid clicks cost or earned, day by day, beside as many days before. Statistics have it in all detail. */
export function MoneyByDay({ side }: { side: keyof typeof SIDES }) {
  const { days = USUAL } = useSearch({ strict: false }) as ChartSearch;
  const navigate = useNavigate();
  const today = dayOf(useHour());
  const { title, keys } = SIDES[side];
  return (
    <section aria-labelledby="by-day">
      <div className={styles.head}>
        <h2 className={styles.h2} id="by-day">
          {title}
        </h2>
        <Segmented
          label="Days of the chart"
          value={String(days)}
          options={CHART_DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
          onChange={(value) => {
            const next = CHART_DAYS.find((count) => String(count) === value);
            void navigate({
              to: '.',
              search: (before: object) => ({ ...before, days: next === USUAL ? undefined : next }),
              resetScroll: false,
            });
          }}
        />
      </div>
      <MetricPanel
        side={side}
        range={{ from: addDays(today, 1 - days), to: today }}
        filters={{}}
        keys={keys}
        label={title}
      />
    </section>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useUser } from '~/app/queries';
import { type Period, periodOr } from '~/lib/period';
import { isGod } from '~/lib/roles';
import { PeriodPicker } from '~/ui/period-picker';
import { useHour } from '~/ui/use-now';
import { MetricPanel } from '../charts/metric-panel';
import { PageHead } from '../frame/page-head';
import panelStyles from '../statistics/income.module.css';
import { Balances } from './balances';
import { Health } from './health';
import { Movers } from './movers-panel';
import styles from './overview.module.css';
import { Waiting } from './waiting';

const PERIOD: Period = 'today';

const METRICS = [
  'margin_money',
  'money',
  'money_web',
  'shows_count',
  'clicks_count',
  'invalid_clicks_count',
  'ctr',
  'cpc',
];

/** The first page of the back office: what waits, how the network does, who moves it. Sales have their clients on it. */
export function OverviewPage() {
  const navigate = useNavigate();
  const asGod = isGod(useUser());
  const { period = PERIOD } = useSearch({ strict: false }) as { period?: Period };
  const setPeriod = (next: Period) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, period: next === PERIOD ? undefined : next }),
      resetScroll: false,
    });
  return (
    <>
      <PageHead />
      {asGod && <Health />}
      <Waiting />
      <section className={styles.section} aria-labelledby="figures">
        <div className={styles.panelHead}>
          <h2 id="figures">{asGod ? 'The network' : 'What your clients buy and sell'}</h2>
          <span className="grow" />
          <PeriodPicker value={period} onChange={setPeriod} />
        </div>
        <MetricPanel
          side="network"
          range={periodOr(period, PERIOD, useHour())}
          filters={{}}
          keys={METRICS}
          label={asGod ? 'figures of the network' : 'figures of your clients'}
        />
      </section>
      {asGod && <Balances />}
      <div className={panelStyles.panels}>
        <Movers side="advertiser" />
        <Movers side="webmaster" />
      </div>
    </>
  );
}

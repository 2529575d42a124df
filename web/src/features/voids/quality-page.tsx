import { Link } from '@tanstack/react-router';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { useHour } from '~/ui/use-now';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { StatsTable } from '../statistics/stats-table';
import { VoidForm } from './void-form';
import styles from './voids.module.css';
import { VOIDS } from './voids-list';

/** The days whose clicks are looked at. */
const PERIOD = '7d';

const NO_FILTERS = {};

/** Which clicks of the last days were refused, why, and where they came from. */
function Verdicts() {
  const range = periodOr(PERIOD, PERIOD, useHour());
  const common = { range, filters: NO_FILTERS, by: 'invalid_clicks_count' } as const;
  return (
    <section className="stack" aria-labelledby="verdicts">
      <h2 id="verdicts" className="h2">
        Invalid clicks, 7 days
      </h2>
      <p className="t2">
        They cost nothing and earn nothing.{' '}
        <Link to="/admin/statistics" search={{ rows: 'site.verdict', period: PERIOD }} className="link">
          Verdicts by site
        </Link>
      </p>
      <StatsTable
        {...common}
        group="site"
        label="Sites with the most"
        columns={['invalid_clicks_count', 'clicks_count', 'ctr', 'money_web']}
        opens={paths.networkSite}
      />
      <StatsTable {...common} group="verdict" label="Verdicts" columns={['invalid_clicks_count', 'clicks_count']} />
    </section>
  );
}

/** Quality of the traffic: clicks that turn out to be invalid are taken back. */
export function QualityPage() {
  return (
    <>
      <PageHead />
      <Verdicts />
      <section className={styles.quality} aria-labelledby="take-back">
        <h2 id="take-back" className="h2">
          Take clicks back
        </h2>
        <p className="t2">
          What each click cost goes back to its advertiser, and is taken from its webmaster and from referrers. Both see
          the click as voided, and a correction in their history.
        </p>
        <VoidForm />
      </section>
      <section aria-labelledby="taken-back">
        <h2 id="taken-back" className="h2">
          What was taken back
        </h2>
        <ListPart spec={VOIDS} />
      </section>
    </>
  );
}

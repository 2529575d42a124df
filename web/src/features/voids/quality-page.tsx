import { Link } from '@tanstack/react-router';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { VoidForm } from './void-form';
import styles from './voids.module.css';
import { VOIDS } from './voids-list';

/** Quality of the traffic: clicks that turn out to be invalid are taken back. */
export function QualityPage() {
  return (
    <>
      <PageHead />
      <section className={styles.quality} aria-labelledby="take-back">
        <h2 id="take-back" className="h2">
          Take clicks back
        </h2>
        <p className="t2">
          What each click cost goes back to its advertiser, and is taken from its webmaster and from referrers. Both see
          the click as voided, and a correction in their history.{' '}
          <Link to="/admin/statistics" search={{ rows: 'site.verdict', period: '7d' }} className="link">
            Verdicts by site
          </Link>
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

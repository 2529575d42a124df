import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf, listCategoryCostsOptions, listPageIncomesOptions } from '~/api/queries';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, formatPercent, plural } from '~/lib/format';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from './income.module.css';

/** Rows of each panel. */
const ROWS = 10;

/** The pages that brought most. */
function Pages() {
  const unit = useUnit();
  const { data, error, refetch } = useQuery({ ...listPageIncomesOptions(), select: dataOf });
  return (
    <section className={styles.panel} aria-labelledby="page-incomes">
      <h2 id="page-incomes">Top pages</h2>
      {error && !data ? (
        <ErrorPanel title="The pages could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={240} radius={8} />
      ) : data.pages.length === 0 ? (
        <p className="s13 t2">No page asked for ads in the last {data.days} days.</p>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Requests</th>
                <th scope="col">Filled</th>
                <th scope="col">Income</th>
              </tr>
            </thead>
            <tbody>
              {data.pages.slice(0, ROWS).map((row) => (
                <tr key={row.page}>
                  <th scope="row">{row.page || 'not told'}</th>
                  <td>{formatNumber(row.requests)}</td>
                  <td>{formatPercent(row.fill_rate, 0)}</td>
                  <td>{formatMoney(row.income, unit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="s12 t3">
            Estimated from {plural(data.samples, 'sample')} of the last {data.days} days, of{' '}
            {plural(data.pages_count, 'page')}: what a block earned is divided among its pages by the places that they
            filled.
          </p>
        </>
      )}
    </section>
  );
}

/** What blocking categories costs at most. */
function Categories() {
  const { data, error, refetch } = useQuery({ ...listCategoryCostsOptions(), select: dataOf });
  const shown = data?.categories
    .filter(({ blocked_sites: blocked, income_share: share }) => blocked > 0 || share !== null)
    .slice(0, ROWS);
  return (
    <section className={styles.panel} aria-labelledby="category-costs">
      <h2 id="category-costs">What blocking a category costs</h2>
      {error && !data ? (
        <ErrorPanel title="The categories could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data || !shown ? (
        <Skeleton height={240} radius={8} />
      ) : shown.length === 0 ? (
        <p className="s13 t2">Your sites take all categories, and too little is known of what each brings elsewhere.</p>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Category</th>
                <th scope="col">Brings elsewhere</th>
                <th scope="col">Your sites</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.name}</th>
                  <td>{row.income_share === null ? 'too little to say' : formatPercent(row.income_share, 1)}</td>
                  <td>{row.blocked_sites === 0 ? 'take it' : `blocked on ${row.blocked_sites} of ${data.sites}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="s12 t3">
            The share of what other webmasters earned in the last {data.days} days. It is the most that blocking can
            cost: other ads take a part of the places. Categories are chosen in the settings of{' '}
            <Link to="/webmaster/sites" className="link">
              each site
            </Link>
            .
          </p>
        </>
      )}
    </section>
  );
}

/** What brings the income, under the statistics. */
export function IncomePanels() {
  return (
    <div className={styles.panels}>
      <Pages />
      <Categories />
    </div>
  );
}

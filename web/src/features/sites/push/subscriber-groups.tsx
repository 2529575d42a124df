import type { PushAge, PushSubscribers } from '~/api/sdk';
import { formatNumber, formatPercent, plural } from '~/lib/format';
import { Flag } from '~/ui/flag';
import styles from './site-push.module.css';

/** Rows of a list; the smaller ones are one more. */
const ROWS = 6;

interface Row {
  key: string;
  name: string;
  count: number;
  /** The country's code, where it is one. */
  country?: string;
}

/** The largest rows, and the others as one. */
export function largest(rows: readonly Row[], max = ROWS): Row[] {
  const sorted = rows.filter(({ key, count }) => key !== '' && count > 0).toSorted((a, b) => b.count - a.count);
  const shown = sorted.length > max ? sorted.slice(0, max - 1) : sorted;
  const rest = rows.reduce((sum, { count }) => sum + count, 0) - shown.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...shown, { key: '', name: 'All others', count: rest }] : shown;
}

/** "8 to 30 days", "Over a year". */
export function ageName({ from_days: from, to_days: to }: PushAge): string {
  if (typeof to !== 'number') return `${formatNumber(from)} days and older`;
  return from === to ? plural(from, 'day') : `${formatNumber(from)} to ${formatNumber(to)} days`;
}

function Bars({ title, rows }: { title: string; rows: readonly Row[] }) {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className={styles.bars}>
      <caption>{title}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">Which</th>
          <th scope="col">Subscribers</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, country }) => (
          <tr key={key}>
            <th scope="row">
              <i className={styles.share} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
              <span>
                {country && <Flag code={country} />}
                {name}
              </span>
            </th>
            <td className="num">{formatNumber(count)}</td>
            <td className="num t2">{formatPercent((count / all) * 100, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who the subscribers are: where they live, which browsers they have, and how long they are here. */
export function SubscriberGroups({ people: { countries, browsers, ages } }: { people: PushSubscribers }) {
  const ofAges = ages.filter(({ subscribers }) => subscribers > 0);
  if (ofAges.length === 0) return null;
  const countryRows = countries.map(({ value, name, subscribers }) => ({
    key: value,
    name,
    count: subscribers,
    country: value,
  }));
  const browserRows = browsers.map(({ value, name, subscribers }) => ({ key: value, name, count: subscribers }));
  return (
    <section className={styles.groups} aria-label="Who the subscribers are">
      <Bars title="Countries" rows={largest(countryRows)} />
      <Bars title="Browsers" rows={largest(browserRows)} />
      <Bars
        title="Subscribed for"
        rows={ofAges.map((age) => ({ key: String(age.from_days), name: ageName(age), count: age.subscribers }))}
      />
    </section>
  );
}

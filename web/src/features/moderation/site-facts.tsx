import { IconBan, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueuedSite, SiteMetric } from '~/api/sdk';
import { formatTime } from '~/lib/format';
import { None } from '~/ui/marks';
import { COUNTERS } from '../sites/site-values';
import { VerificationFacts } from '../sites/verification';
import { categoriesQuery } from '../targeting/lists';
import styles from './moderation.module.css';

/** What its owner says of a waiting site: what it is about, which ads it takes, where its traffic can be seen. */
export function SiteFacts({ site }: { site: QueuedSite }) {
  const { data: categories } = useQuery(categoriesQuery);
  const nameOf = (id: number) => categories?.find((category) => category.id === id)?.name ?? '…';
  const counters = site.metrics ?? [];
  return (
    <>
      <dl className={styles.meta}>
        <div>
          <dt>Category</dt>
          <dd>{nameOf(site.category)}</dd>
        </div>
        <div>
          <dt>Blocks</dt>
          <dd>{site.blocks_count}</dd>
        </div>
        <div>
          <dt>Added</dt>
          <dd>{formatTime(site.created_at)} UTC</dd>
        </div>
      </dl>
      <section className={styles.part} aria-labelledby="checks">
        <h3 id="checks">Checks</h3>
        <VerificationFacts check={site.check} />
      </section>
      <section className={styles.part} aria-labelledby="counters">
        <h3 id="counters">Counters</h3>
        {counters.length === 0 ? (
          <p className="s13 t2">None is named. Ask for one if the traffic is in doubt.</p>
        ) : (
          <ul>
            {counters.map((counter) => (
              <li key={`${counter.statistics_metrics}-${counter.url}`}>
                <Counter counter={counter} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.part} aria-labelledby="ad-categories">
        <h3 id="ad-categories">
          Categories of ads <span className="s12 t3">set by the owner</span>
        </h3>
        {site.allowed_categories.length + site.forbidden_categories.length === 0 ? (
          <p className="s13 t2">All are welcome.</p>
        ) : (
          <ul className={styles.chips}>
            {site.allowed_categories.map((id) => (
              <li key={id}>
                <IconCheck size={14} className="up" aria-label="Allowed:" /> {nameOf(id)}
              </li>
            ))}
            {site.forbidden_categories.map((id) => (
              <li key={id} className="down">
                <IconBan size={14} aria-label="Refused:" /> {nameOf(id)}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

/** Where the owner lets moderators read the traffic; its password is shown when it is asked for. */
function Counter({ counter: { statistics_metrics: kind, url, password, comment } }: { counter: SiteMetric }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <b className="b">{COUNTERS.find(({ value }) => value === kind)?.label ?? kind ?? <None />}</b>{' '}
      {url && /^https?:\/\//i.test(url) ? (
        <a className="link" href={url} target="_blank" rel="noreferrer noopener nofollow">
          {url}
        </a>
      ) : (
        <span className="mono">{url}</span>
      )}
      {password && (
        <p className="s12">
          {isShown ? (
            <>
              Access: <span className="mono">{password}</span>
            </>
          ) : (
            <button type="button" className="link" onClick={() => setShown(true)}>
              Show the access data
            </button>
          )}
        </p>
      )}
      {comment && <p className="s12 t2">{comment}</p>}
    </>
  );
}

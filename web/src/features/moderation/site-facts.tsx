import { IconBan, IconCheck, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueuedSite, SiteMetric } from '~/api/sdk';
import { formatTime, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { BLOCK_STATUSES, SITE_STATUSES, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { None } from '~/ui/marks';
import { ErrorPanel } from '~/ui/states';
import { useHour } from '~/ui/use-now';
import { bareDomain } from '../sites/domain';
import { COUNTERS } from '../sites/site-values';
import { VerificationFacts } from '../sites/verification';
import { StatsTable } from '../statistics/stats-table';
import { categoriesQuery } from '../targeting/lists';
import { moderatedBlocksQuery } from './api';
import styles from './moderation.module.css';

/** What its owner says of a waiting site: what it is about, which ads it takes, where its traffic can be seen. */
export function SiteFacts({ site }: { site: QueuedSite }) {
  const { data: categories } = useQuery(categoriesQuery);
  const nameOf = (id: number) =>
    id === 0 ? 'None chosen' : (categories?.find((category) => category.id === id)?.name ?? '…');
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
      {site.blocks_count > 0 && <Blocks site={site.id} />}
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
      <OtherSites site={site} />
    </>
  );
}

/** Other sites of the same owner: what became of them, and what they brought lately. */
function OtherSites({ site }: { site: QueuedSite }) {
  const range = periodOr('30d', '30d', useHour());
  const { other_sites: others, other_sites_count: count } = site;
  return (
    <section className={styles.part} aria-labelledby="other-sites">
      <h3 id="other-sites">
        Other sites of the owner <span className="s12 t3">figures of 30 days</span>
      </h3>
      {count === 0 ? (
        <p className="s13 t2">There are none.</p>
      ) : (
        <>
          <p className="s13">
            {plural(count, 'other site')} of{' '}
            <Link {...paths.user(site.webmaster_id)} className="link">
              {site.webmaster_email}
            </Link>
            {count > others.length && `, of which ${others.length} are named: refused ones first, then the newest`}
          </p>
          <ul>
            {others.map(({ id, domain, status_id: status, reject_comment: comment }) => (
              <li key={id}>
                <b className="b">{bareDomain(domain)}</b>{' '}
                <span className="t2">
                  {id}, {statusOf(SITE_STATUSES, status).label.toLowerCase()}
                  {comment && `: ${comment}`}
                </span>
              </li>
            ))}
          </ul>
          <StatsTable
            key={site.id}
            range={range}
            filters={{ webmaster: { in: [site.webmaster_id] }, site: { not_in: [site.id] } }}
            group="site"
            label="Site"
            columns={['shows_count', 'ctr', 'clicks_count', 'invalid_clicks_count', 'money_web']}
          />
        </>
      )}
    </section>
  );
}

/** The blocks of the site, each with the way to its check. */
function Blocks({ site }: { site: number }) {
  const { data, error, refetch } = useQuery(moderatedBlocksQuery(site));
  return (
    <section className={styles.part} aria-labelledby="blocks">
      <h3 id="blocks">Blocks</h3>
      {error && !data && <ErrorPanel title="The blocks did not load" error={error} onRetry={() => void refetch()} />}
      <ul>
        {data?.blocks.map(({ id, name, template, status_id: status }) => (
          <li key={id} className="row between wrap">
            <span>
              <b className="b">{name}</b>{' '}
              <span className="s12 t2">
                {id}, {template}, {statusOf(BLOCK_STATUSES, status).label.toLowerCase()}
              </span>
            </span>
            <Link {...paths.moderatedCheck(site, id)} className={buttonClass()}>
              <IconStethoscope size={16} aria-hidden />
              Check the installation
              <span className="vh"> of {name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
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

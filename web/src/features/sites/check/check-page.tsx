import { IconCode, IconEdit, IconRefresh } from '@tabler/icons-react';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/api/problem';
import { checkBlockPageOptions, dataOf, getBlockCheckOptions } from '~/api/queries';
import { blockQuery } from '~/features/constructor/api';
import { crumbsOf } from '~/features/constructor/crumbs';
import { PageHead } from '~/features/frame/page-head';
import { formatClock, formatNumber, formatPercent, formatTime } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { TextField } from '~/ui/plain-field';
import { ErrorPanel } from '~/ui/states';
import { siteQuery } from '../api';
import { showCode } from '../block-code';
import { domainUrl } from '../domain';
import styles from './check.module.css';
import { CheckSteps, Lights } from './check-steps';
import { allSteps, lightsText, verdictOf } from './lights';
import { LiveRequests } from './live-requests';

/** How often an open check asks, in milliseconds: each time the block stays under check for two minutes more. */
const LOOK_MS = 3_000;

/** The check of a block: while it is asked, the block's requests are kept. */
const blockCheckQuery = (id: string) =>
  queryOptions({ ...getBlockCheckOptions({ path: { id: Number(id) } }), select: dataOf });

/** What a page says of the block. It is fetched when somebody asks, and not again by itself. */
const pageQuery = (id: string, page: string) =>
  queryOptions({
    ...checkBlockPageOptions({ path: { id: Number(id) }, body: { page } }),
    select: dataOf,
    staleTime: 'static',
    retry: false,
    enabled: page !== '',
  });

/** What is wrong with an address that was given. */
const refusalOf = (error: unknown) => (error instanceof ApiError ? error.errors.page?.[0] : undefined);

/** Whether a block works where it was put: a light per step, live while its pages are reloaded. */
export function BlockCheckPage() {
  const { siteId, blockId } = useParams({ strict: false }) as { siteId: string; blockId: string };
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: block } = useSuspenseQuery(blockQuery(blockId));
  const [typed, setTyped] = useState(() => domainUrl(site.domain));
  const [asked, setAsked] = useState('');
  const [isLive, setIsLive] = useState(true);
  const found = useId();
  const counted = useQuery({ ...blockCheckQuery(blockId), enabled: isLive, refetchInterval: LOOK_MS });
  const page = useQuery(pageQuery(blockId, asked));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === asked) void page.refetch();
    else setAsked(typed.trim());
  };
  const check = counted.data;
  const steps = check && allSteps(check, asked === '' ? undefined : page.data);
  const verdict = steps && verdictOf(steps);
  const refusal = refusalOf(page.error);
  return (
    <>
      <PageHead
        title={`Check of “${block.name}”`}
        crumbs={crumbsOf(site)}
        actions={
          <>
            <Button onClick={() => showCode(block)}>
              <IconCode size={16} aria-hidden />
              Code
            </Button>
            <Link {...paths.blockEdit(site.id, block.id)} className={buttonClass()}>
              <IconEdit size={16} aria-hidden />
              Edit block
            </Link>
          </>
        }
      />
      <form className={styles.ask} onSubmit={ask}>
        <TextField
          label="Page to check"
          type="url"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={page.isFetching ? undefined : refusal}
        />
        <Button type="submit" variant="accent" busy={page.isFetching}>
          <IconRefresh size={16} aria-hidden />
          {asked === '' ? 'Check the page' : 'Check again'}
        </Button>
      </form>
      {page.error && !refusal && <ErrorPanel title="The page could not be checked" error={page.error} />}
      {counted.error && !check && (
        <ErrorPanel
          title="The check could not be loaded"
          error={counted.error}
          onRetry={() => void counted.refetch()}
        />
      )}
      {check && steps && verdict && (
        <>
          <section className={styles.verdict} aria-label="Result">
            <Lights lights={steps.map(({ light }) => light)} label={lightsText(steps.map(({ light }) => light))} />
            <div>
              <b>{verdict.title}</b>
              <p>{verdict.text}</p>
            </div>
            <span className={styles.live} role="status">
              <i className={cx(styles.pulse, !isLive && styles.paused)} />
              {isLive ? 'Live' : 'Stopped'}
              {check.last_at && `, last request ${formatClock(check.last_at)} UTC`}
            </span>
          </section>
          <div className={styles.two}>
            <section aria-labelledby="steps">
              <div className={styles.head}>
                <h2 id="steps">Seven steps</h2>
                <span className="s12 t3">Since {formatTime(check.since)} UTC</span>
              </div>
              <CheckSteps steps={steps} />
            </section>
            <div className={styles.rail}>
              <LiveRequests check={check} domain={site.domain} isLive={isLive} onLive={setIsLive} />
              {check.pages.length > 0 && (
                <section aria-labelledby="pages">
                  <h2 id="pages">Pages that asked</h2>
                  <ul className={styles.pages}>
                    {check.pages.map(({ page: path, is_on_site: onSite, requests, fill_rate: rate }) => (
                      <li key={`${path} ${onSite}`}>
                        <span className={styles.path}>{path || 'page not told'}</span>
                        <span>
                          {formatNumber(requests)}
                          {onSite ? rate !== null && `, filled ${formatPercent(rate, 0)}` : ', not on the site'}
                        </span>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              {page.data && asked !== '' && page.data.lines.length > 0 && (
                <section aria-labelledby={found}>
                  <h2 id={found}>What stands on the page</h2>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable with the keyboard */}
                  <pre className={styles.lines} tabIndex={0}>
                    {page.data.lines.join('\n')}
                  </pre>
                  <p className="s12 t3">
                    Places that your own scripts add later are not in it: the requests above tell of them.
                  </p>
                </section>
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}

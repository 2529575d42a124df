import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { fieldErrors } from '~/api/problem';
import type { BlockCheck, PageCheck } from '~/api/sdk';
import { type Crumb, PageHead } from '~/features/frame/page-head';
import { formatClock, formatNumber, formatPercent, formatTime } from '~/lib/format';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { CodeLine } from '~/ui/code-line';
import { TextField } from '~/ui/plain-field';
import { ErrorPanel } from '~/ui/states';
import { debugUrl, domainUrl } from '../domain';
import styles from './check.module.css';
import { CheckSteps, Lights } from './check-steps';
import { allSteps, lightsText, verdictOf } from './lights';
import { LiveRequests } from './live-requests';
import type { Looking } from './looking';

/** What is wrong with an address that was given. */
const refusalOf = (error: unknown) => fieldErrors(error).page;

/** A question and what is known of its answer. */
interface Asked<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch(): Promise<unknown>;
}

/** What the check of a block shows. */
interface CheckProps {
  /** What the block is called. */
  name: string;
  /** The host of its site. */
  domain: string;
  crumbs: readonly Crumb[];
  actions?: ReactNode;
  looking: Looking;
  counted: Asked<BlockCheck>;
  page: Asked<PageCheck>;
}

/** Whether a block works where it was put: a light per step, live while its pages are reloaded. */
export function CheckView({ name, domain, crumbs, actions, looking, counted, page }: CheckProps) {
  const { asked, isLive } = looking;
  const [typed, setTyped] = useState(() => domainUrl(domain));
  const found = useId();
  const debug = useId();
  const debugged = debugUrl(asked || domainUrl(domain));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === asked) void page.refetch();
    else looking.setAsked(typed.trim());
  };
  const check = counted.data;
  const steps = check && allSteps(check, asked === '' ? undefined : page.data);
  const verdict = steps && verdictOf(steps);
  const refusal = refusalOf(page.error);
  return (
    <>
      <PageHead title={`Check of “${name}”`} crumbs={crumbs} actions={actions} />
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
      {counted.error && !check && <ErrorPanel title="The check could not be loaded" of={counted} />}
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
              <LiveRequests check={check} domain={domain} isLive={isLive} onLive={looking.setIsLive} />
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
              {debugged && (
                <section className={styles.debug} aria-labelledby={debug}>
                  <h2 id={debug}>Debug mode on your page</h2>
                  <p className="s13 t2">
                    Each place gets a label that says what it shows, or why it is empty. Only you see it, and nothing is
                    counted differently.
                  </p>
                  <CodeLine code={debugged} label="the address" />
                  <a
                    className={buttonClass({ size: 'tool' })}
                    href={debugged}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    <IconExternalLink size={14} aria-hidden />
                    Open it
                  </a>
                </section>
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, dryRunRuleOptions } from '~/api/queries';
import type { RuleDryRun, RuleForm } from '~/api/sdk';
import { RuleActionKind } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatDay, formatMoney, formatNumber, formatTime, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { isWhole } from './rule-checks';
import { formOf, type RuleValues, stops, subjectWord } from './rule-words';
import styles from './rules.module.css';

/** A pause in typing after which it is run again, in milliseconds. */
const TYPING_MS = 600;
/** How many days it looks back. */
const SPANS = ['7', '14', '30'] as const;
type Span = (typeof SPANS)[number];
/** Events that are shown at first. */
const SHOWN = 12;

const verb = (kind: number) =>
  kind === RuleActionKind.Block ? 'block' : kind === RuleActionKind.Pause ? 'pause' : 'act on';

/** What a rule would have done in the days before, while it is written. */
export function DryRun({ values }: { values: RuleValues }) {
  const unit = useUnit();
  const [span, setSpan] = useState<Span>('14');
  const [typed] = useDebouncedValue(values, TYPING_MS);
  const isReady = isWhole(typed);
  // What it is called changes nothing of what it does.
  const asked: RuleForm = { ...formOf(typed, unit), name: 'Dry run' };
  const answer = useQuery({
    ...dryRunRuleOptions({ body: { rule: asked, days: Number(span) } }),
    select: dataOf,
    placeholderData: keepPreviousData,
    retry: false,
    enabled: isReady,
  });
  const run = answer.data;
  return (
    <section className={styles.dry} aria-labelledby="dry-run" aria-busy={answer.isFetching}>
      <div className={styles.dryHead}>
        <h3 id="dry-run">Dry run{run ? `, ${formatDay(run.date_from)} to ${formatDay(run.date_to)}` : ''}</h3>
        <div className="row wrap">
          {run && <span className="s12 t2">{formatNumber(run.passes)} runs</span>}
          <Segmented<Span>
            label="Days of the dry run"
            value={span}
            onChange={setSpan}
            options={SPANS.map((value) => ({ value, label: `${value} days` }))}
          />
          <Button
            size="sm"
            variant="ghost"
            disabled={answer.isFetching || !isReady}
            onClick={() => void answer.refetch()}
          >
            <IconRefresh size={14} aria-hidden />
            Run again
          </Button>
        </div>
      </div>
      {!isReady ? (
        <p className="s13 t2">It is tried when each number of the sentence is one.</p>
      ) : answer.isError ? (
        <ErrorPanel title="It was not run" of={answer} />
      ) : !run ? (
        <Skeleton height={120} />
      ) : (
        <Outcome run={run} rule={asked} />
      )}
    </section>
  );
}

function Outcome({ run, rule }: { run: RuleDryRun; rule: RuleForm }) {
  const kind = rule.action.kind_id;
  const isStopping = stops(kind);
  const unit = useUnit();
  const money = (dollars: number) => formatMoney(dollars, unit);
  const cpl = (spent: number, leads: number) => (leads > 0 ? money(spent / leads) : '–');
  const left = { spent: run.total.spent - run.given_up.spent, leads: run.total.leads - run.given_up.leads };
  const share = run.total.spent > 0 ? (run.given_up.spent / run.total.spent) * 100 : 0;
  return (
    <>
      <dl className={styles.effects}>
        <div>
          <dt>Would have acted</dt>
          <dd>
            {formatNumber(run.acted)} <small>{run.acted === 1 ? 'time' : 'times'}</small>
          </dd>
        </div>
        {isStopping && (
          <>
            <div>
              <dt>Not spent</dt>
              <dd>
                {money(run.given_up.spent)} <small>{formatNumber(share, 1)} %</small>
              </dd>
            </div>
            <div>
              <dt>Leads given up</dt>
              <dd>
                {formatNumber(run.given_up.leads)} <small>of {formatNumber(run.total.leads)}</small>
              </dd>
            </div>
            <div>
              <dt>CPL</dt>
              <dd>
                {cpl(run.total.spent, run.total.leads)} <small>to</small> {cpl(left.spent, left.leads)}
              </dd>
            </div>
          </>
        )}
      </dl>
      <ol className={styles.strip} aria-label="What it would have done each day">
        {run.days.map((day, at) => (
          <li key={day.date} title={`${formatDay(day.date)}: ${formatNumber(day.count)}`}>
            <i aria-hidden className={day.with_leads > 0 ? styles.leads : day.count > 0 ? styles.hit : undefined} />
            <span aria-hidden>{at % 3 === 0 ? Number(day.date.slice(8)) : ''}</span>
            <span className="vh">
              {formatDay(day.date)}: {plural(day.count, 'action')}
            </span>
          </li>
        ))}
      </ol>
      {run.events.length > 0 ? (
        <Events run={run} rule={rule} />
      ) : (
        <p className="s13 t2">It would have done nothing: its conditions did not come true in these days.</p>
      )}
      {run.stops_everything_now ? (
        <Note tone="bad">
          Now it would stop all {formatNumber(run.matches_now)} that deliver. It asks before it does, and is saved only
          when you say that you mean it.
        </Note>
      ) : (
        run.stops_everything && (
          <Note tone="warn">
            At some hour it would have stopped everything that delivers. A rule that would stop everything asks first.
          </Note>
        )
      )}
      {run.given_up.leads > 0 && (
        <Note tone="warn">
          What it would have stopped brought {plural(run.given_up.leads, 'lead')} worth {money(run.given_up.revenue)}{' '}
          afterwards. A higher value, or more shows and clicks to wait for, gives up less.
        </Note>
      )}
    </>
  );
}

function Events({ run, rule }: { run: RuleDryRun; rule: RuleForm }) {
  const unit = useUnit();
  const money = (dollars: number) => formatMoney(dollars, unit);
  const isStopping = stops(rule.action.kind_id);
  const shown = run.events.slice(0, SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="What it would have done">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">When, UTC</th>
              <th scope="col">Would {verb(rule.action.kind_id)}</th>
              <th scope="col">It saw</th>
              {isStopping && (
                <>
                  <th scope="col" className={styles.num}>
                    Spent later
                  </th>
                  <th scope="col">Leads later</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((event) => (
              <tr key={`${event.at} ${event.campaign_id} ${event.subject_id}`}>
                <td className="nw">{formatTime(event.at)}</td>
                <th scope="row">
                  {event.subject_name || `${subjectWord(rule.subject_id)} ${event.subject_id}`}
                  {event.asked && <span className="t2"> (asks)</span>}
                </th>
                <td className="nw">
                  {money(event.figures.spent)}, {plural(event.figures.clicks, 'click')},{' '}
                  {plural(event.figures.leads, 'lead')}
                </td>
                {isStopping && (
                  <>
                    <td className={styles.num}>{money(event.later.spent)}</td>
                    <td className="nw">
                      {event.later.leads > 0 ? (
                        <span className="warn">
                          <IconAlertTriangle size={14} aria-hidden /> {plural(event.later.leads, 'lead')}
                        </span>
                      ) : (
                        <span className="ok">
                          <IconCheck size={14} aria-hidden /> None
                        </span>
                      )}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {run.acted > shown.length && (
        <p className="s12 t2">
          The first {formatNumber(shown.length)} of {formatNumber(run.acted)}.
        </p>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorText } from '~/api/problem';
import { dataOf, getSystemStateOptions } from '~/api/queries';
import type { Condition, KeptState, SetAsideRecord, Vitals } from '~/api/sdk';
import { SEVERITY_LABELS } from '~/api/words';
import { formatAgo } from '~/lib/ago';
import { formatDate, formatNumber, formatTime, formatWait } from '~/lib/format';
import type { Status } from '~/lib/statuses';
import { DataTable } from '~/ui/data-table';
import { Figures } from '~/ui/figures';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import type { TableColumn } from '~/ui/table-column';
import { useNow } from '~/ui/use-now';
import { PageHead } from '../frame/page-head';
import listStyles from '../list/list.module.css';
import { ClientErrors } from './client-errors';
import { PageSpeeds } from './page-speeds';
import styles from './system.module.css';

/** How often the server is asked, in milliseconds. */
const LOOK_MS = 10_000;
/** An answer older than this, in milliseconds, says nothing of now. */
const FRESH_MS = 4 * LOOK_MS;
/** How often ages are told anew, in milliseconds. */
const TICK_MS = 5_000;

const MIB_A_GIB = 1024;

const SEVERITIES: Record<Condition['severity'], Status> = {
  critical: {
    label: SEVERITY_LABELS.critical,
    tone: 'bad',
    icon: 'cross',
    why: 'The server cannot do what it is for.',
  },
  warning: {
    label: SEVERITY_LABELS.warning,
    tone: 'warn',
    icon: 'eye',
    why: 'Something does not work; the server goes on.',
  },
  notice: { label: SEVERITY_LABELS.notice, tone: 'info', icon: 'clock', why: 'Somebody should look at it one day.' },
};

const READY: Status = { label: 'Ready', tone: 'ok', icon: 'check', why: 'It serves: /readyz answers 200.' };
const NOT_READY: Status = {
  label: 'Not ready',
  tone: 'bad',
  icon: 'cross',
  why: 'It cannot serve: /readyz answers 503.',
};
const NOT_KNOWN: Status = {
  label: 'Not known',
  tone: 'idle',
  icon: 'clock',
  why: 'The server has not answered lately.',
};

const conditionColumns = (now: number): TableColumn<Condition>[] => [
  { id: 'severity', label: 'Severity', cell: (row) => <StatusBadge status={SEVERITIES[row.severity]} /> },
  { id: 'name', label: 'What', cell: (row) => <span className="mono">{row.name}</span> },
  { id: 'text', label: 'What is wrong', cell: (row) => row.text },
  { id: 'since', label: 'Since', align: 'right', cell: (row) => formatAgo(row.since, now) },
];

const setAsideColumns = (now: number): TableColumn<SetAsideRecord>[] => [
  { id: 'id', label: 'Number', cell: (row) => <span className="num">{row.id}</span> },
  { id: 'feed', label: 'By', cell: (row) => (row.feed === 'facts' ? 'Statistics' : 'Billing') },
  { id: 'what', label: 'Record', cell: (row) => row.what },
  { id: 'reason', label: 'Why', cell: (row) => <span className="t2">{row.reason}</span> },
  { id: 'state', label: 'State', cell: (row) => row.state },
  { id: 'at', label: 'Set aside', align: 'right', cell: (row) => formatAgo(row.at, now) },
];

/** What is kept since when, in a few sentences. */
function keptText(kept: KeptState): string {
  const sealed = kept.sealed_through;
  const since = (what: string, day: string | null | undefined) => day && `${what} since ${formatDate(day)}`;
  const parts = [
    since('the event log', kept.log_since),
    kept.clicks_since ? since('clicks one by one', kept.clicks_since) : 'all clicks one by one',
    kept.hours_since ? since('statistics by hour', kept.hours_since) : 'all statistics by hour',
  ];
  const books = sealed ? `Days up to ${formatDate(sealed)} are sealed.` : 'No day is sealed yet.';
  return `${books} Kept are ${parts.filter(Boolean).join(', ')}.`;
}

/** How far a reader is behind, as people read it. */
const behind = (ms: number | null | undefined): string => (ms == null ? 'not known' : formatWait(ms));

/** What is measured all the time: what comes can be seen before it is wrong. */
const vitalsOf = (vitals: Vitals) => [
  { key: 'billing', label: 'Billing is behind', value: behind(vitals.billing_lag_ms), note: 'of the event log' },
  { key: 'facts', label: 'Statistics are behind', value: behind(vitals.facts_lag_ms), note: 'of the event log' },
  {
    key: 'disk',
    label: 'Free on the disk',
    value: vitals.disk_free_mib == null ? 'not known' : `${formatNumber(vitals.disk_free_mib / MIB_A_GIB, 1)} GiB`,
    note: 'where the data folder is',
  },
  { key: 'queue', label: 'Events to be written', value: formatNumber(vitals.log_queue_events, 0), note: 'right now' },
];

/** How the server is: whether it can serve, what is wrong now, and which records could not be digested. */
export function SystemPage() {
  const answer = useQuery({ ...getSystemStateOptions(), select: dataOf, refetchInterval: LOOK_MS });
  const ticked = useNow(TICK_MS);
  // An answer may be younger than the last tick.
  const now = Math.max(ticked, answer.dataUpdatedAt);
  const conditions = useMemo(() => conditionColumns(now), [now]);
  const setAside = useMemo(() => setAsideColumns(now), [now]);
  const state = answer.data;
  // A browser without a network does not ask, and so does not fail.
  const isOld = state !== undefined && (answer.isError || now - answer.dataUpdatedAt > FRESH_MS);
  const readiness = isOld ? NOT_KNOWN : state?.ready ? READY : NOT_READY;
  return (
    <>
      <PageHead
        badge={
          state && (
            <>
              <StatusBadge status={readiness} />
              <span className="s12 t3">Answered {formatWait(now - answer.dataUpdatedAt)} ago</span>
            </>
          )
        }
      />
      <div className={listStyles.list}>
        {answer.isError && !state ? (
          <ErrorPanel title="The system's state did not load" of={answer} />
        ) : (
          <>
            {isOld && (
              <Note tone="bad">
                There is no fresh answer. What stands below is how it was on{' '}
                {formatTime(new Date(answer.dataUpdatedAt).toISOString())} UTC.
                {answer.isError && ` The last question failed: ${errorText(answer.error)}`}
              </Note>
            )}
            <h2 className={styles.part}>What is wrong now</h2>
            <DataTable
              label="Table of conditions"
              columns={conditions}
              rows={state?.conditions ?? NO_CONDITIONS}
              rowId={(row) => row.name}
              loading={answer.isPending}
              empty={
                <Empty small title={isOld ? 'Nothing was wrong then' : 'Nothing is wrong'}>
                  Whatever fails, lags or waits for you appears here.
                </Empty>
              }
            />
            {state && (
              <>
                <h2 className={styles.part}>How it goes</h2>
                <Figures label="Figures of the server" count={4} figures={vitalsOf(state.vitals)} />
                <h2 className={styles.part}>What is kept</h2>
                <p className="s13 t2">{keptText(state.kept)}</p>
              </>
            )}
            <h2 className={styles.part}>Records that were set aside</h2>
            <DataTable
              label="Table of records that were set aside"
              columns={setAside}
              rows={state?.set_aside ?? NO_RECORDS}
              rowId={(row) => String(row.id)}
              loading={answer.isPending}
              empty={
                <Empty small title={isOld ? 'No record was set aside then' : 'No record is set aside'}>
                  A click or postback that billing or statistics cannot digest appears here, and waits for the command
                  placard set-aside.
                </Empty>
              }
            />
          </>
        )}
        <PageSpeeds />
        <h2 className={styles.part}>Errors in people’s browsers</h2>
      </div>
      <ClientErrors />
    </>
  );
}

const NO_CONDITIONS: Condition[] = [];
const NO_RECORDS: SetAsideRecord[] = [];

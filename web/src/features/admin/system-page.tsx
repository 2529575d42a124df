import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Condition, getSystemState, type SetAsideRecord } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import type { Status } from '~/lib/statuses';
import { DataTable, type TableColumn } from '~/ui/data-table';
import { Empty, ErrorPanel } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { PageHead } from '../frame/page-head';
import listStyles from '../list/list.module.css';

const systemQuery = queryOptions({
  queryKey: ['admin', 'system'],
  queryFn: async ({ signal }) => (await getSystemState({ signal })).data.data,
  refetchInterval: 10_000,
});

const SEVERITIES: Record<Condition['severity'], Status> = {
  critical: { label: 'Critical', tone: 'bad', icon: 'cross', why: 'The server cannot do what it is for.' },
  warning: { label: 'Warning', tone: 'warn', icon: 'eye', why: 'Something does not work; the server goes on.' },
  notice: { label: 'Notice', tone: 'info', icon: 'clock', why: 'Somebody should look at it one day.' },
};

const CONDITIONS: TableColumn<Condition>[] = [
  { id: 'severity', label: 'Severity', cell: (row) => <StatusBadge status={SEVERITIES[row.severity]} /> },
  { id: 'name', label: 'What', cell: (row) => <span className="mono">{row.name}</span> },
  { id: 'text', label: 'What is wrong', cell: (row) => row.text },
  { id: 'since', label: 'Since', align: 'right', cell: (row) => formatAgo(row.since, Date.now()) },
];

const SET_ASIDE: TableColumn<SetAsideRecord>[] = [
  { id: 'id', label: 'Number', cell: (row) => <span className="num">{row.id}</span> },
  { id: 'feed', label: 'By', cell: (row) => (row.feed === 'facts' ? 'Statistics' : 'Billing') },
  { id: 'what', label: 'Record', cell: (row) => row.what },
  { id: 'reason', label: 'Why', cell: (row) => <span className="t2">{row.reason}</span> },
  { id: 'state', label: 'State', cell: (row) => row.state },
  { id: 'at', label: 'Set aside', align: 'right', cell: (row) => formatAgo(row.at, Date.now()) },
];

/** How the server is: what is wrong now, and which records could not be digested. */
export function SystemPage() {
  const answer = useQuery(systemQuery);
  return (
    <>
      <PageHead title="System" crumbs={[{ label: 'Back office' }]} />
      <div className={listStyles.list}>
        {answer.isError && !answer.data ? (
          <ErrorPanel
            title="The system's state did not load"
            error={answer.error}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          <>
            <DataTable
              label="Table of conditions"
              columns={CONDITIONS}
              rows={answer.data?.conditions ?? NO_CONDITIONS}
              rowId={(row) => row.name}
              loading={answer.isPending}
              empty={
                <Empty small title="Nothing is wrong">
                  Whatever fails, lags or waits for you appears here.
                </Empty>
              }
            />
            <DataTable
              label="Table of records that were set aside"
              columns={SET_ASIDE}
              rows={answer.data?.set_aside ?? NO_RECORDS}
              rowId={(row) => String(row.id)}
              loading={answer.isPending}
              empty={
                <Empty small title="No record is set aside">
                  A click or postback that billing or statistics cannot digest appears here, and waits for the command
                  placard set-aside.
                </Empty>
              }
            />
          </>
        )}
      </div>
    </>
  );
}

const NO_CONDITIONS: Condition[] = [];
const NO_RECORDS: SetAsideRecord[] = [];

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, getTrialBalanceOptions, listAuditRunsOptions, listProfitOptions } from '~/api/queries';
import type { AuditRun, ProfitDay, TrialBalance as Trial, TrialAccount, TrialDay } from '~/api/sdk';
import { ACCOUNT_KIND_LABELS, TRANSACTION_TYPE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import {
  type CurrencyUnit,
  formatAmount,
  formatDate,
  formatMoney,
  formatNumber,
  formatTime,
  unitSymbol,
} from '~/lib/format';
import type { DayRange } from '~/lib/period';
import { DataTable } from '~/ui/data-table';
import { Disclosure } from '~/ui/disclosure';
import { LineChart } from '~/ui/line-chart';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { ProgramText } from '~/ui/program-text';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import styles from '../money.module.css';

/** Decimals of the ledger: it is kept in millionths of a dollar. */
export const LEDGER_DECIMALS = 6;

const figure = (unit: CurrencyUnit, dollars: number) => formatAmount(dollars, unit, LEDGER_DECIMALS);

/** All accounts over a period: what they hold adds up to zero. */
export function TrialBalance({ range: { from, to } }: { range: DayRange }) {
  const unit = useUnit();
  const answer = useQuery({
    ...getTrialBalanceOptions({ query: { date_from: from, date_to: to } }),
    select: dataOf,
  });
  const { data } = answer;
  if (answer.isError && !data) return <ErrorPanel title="The trial balance did not load" of={answer} />;
  const money = unitSymbol(unit);
  const columns: TableColumn<TrialAccount>[] = [
    {
      id: 'account',
      label: 'Account',
      help: 'What it is to a bookkeeper',
      cell: (row) => ACCOUNT_KIND_LABELS[row.account],
    },
    { id: 'opening', label: `Before, ${money}`, align: 'right', cell: (row) => figure(unit, row.opening) },
    {
      id: 'changes',
      label: `Changed by, ${money}`,
      cell: ({ changes }) => (
        <span className={styles.changes}>
          {changes.map(({ operation_type: type, amount }) => (
            <span key={type}>
              {TRANSACTION_TYPE_LABELS[type]} <b className="num">{figure(unit, amount)}</b>
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'closing',
      label: `At the end, ${money}`,
      align: 'right',
      strong: true,
      cell: (row) => figure(unit, row.closing),
      total: data && figure(unit, data.sum),
    },
  ];
  return (
    <>
      {data &&
        (data.sum === 0 ? (
          <Note tone="ok">The books are balanced: what all accounts hold adds up to zero.</Note>
        ) : (
          <Note tone="bad">
            What all accounts hold adds up to {formatMoney(data.sum, unit, LEDGER_DECIMALS)}, not to zero: the books are
            damaged.
          </Note>
        ))}
      <DataTable
        label="Table of accounts"
        columns={columns}
        rows={data?.accounts ?? NONE}
        rowId={({ account }) => String(account)}
        loading={answer.isPending}
        totalLabel="All accounts"
        empty={<Empty small title="No account moved in these days" />}
      />
      {data && data.days.length > 1 && <TrialDays trial={data} />}
    </>
  );
}

/** What the accounts held at the end of each day; those that never held anything are left out. */
function TrialDays({ trial: { accounts, days } }: { trial: Trial }) {
  const unit = useUnit();
  const money = unitSymbol(unit);
  const heldOn = (day: TrialDay, account: number) => day.held.find((held) => held.account === account)?.amount ?? 0;
  const used = accounts.filter(({ account }) => days.some((day) => heldOn(day, account) !== 0));
  const columns: TableColumn<TrialDay>[] = [
    { id: 'date', label: 'End of the day', cell: ({ date }) => formatDate(date) },
    ...used.map(
      ({ account }): TableColumn<TrialDay> => ({
        id: String(account),
        label: `${ACCOUNT_KIND_LABELS[account]}, ${money}`,
        align: 'right',
        cell: (day) => figure(unit, heldOn(day, account)),
      }),
    ),
    { id: 'sum', label: `All, ${money}`, align: 'right', strong: true, cell: ({ sum }) => figure(unit, sum) },
  ];
  return <DataTable label="Table of accounts by day" columns={columns} rows={days} rowId={({ date }) => date} />;
}

/** What the network made, day by day. */
export function Profit({ range: { from, to } }: { range: DayRange }) {
  const unit = useUnit();
  const answer = useQuery({ ...listProfitOptions({ query: { date_from: from, date_to: to } }), select: dataOf });
  const { data } = answer;
  if (answer.isError && !data) return <ErrorPanel title="The profit did not load" of={answer} />;
  const money = unitSymbol(unit);
  const column = (id: keyof Omit<ProfitDay, 'date'>, label: string): TableColumn<ProfitDay> => ({
    id,
    label: `${label}, ${money}`,
    align: 'right',
    strong: id === 'profit',
    cell: (row) => figure(unit, row[id]),
  });
  const columns: TableColumn<ProfitDay>[] = [
    { id: 'date', label: 'Day', cell: ({ date }) => formatDate(date) },
    column('profit', 'Profit'),
    column('revenue', 'Part of clicks'),
    column('fees', 'Fees of payouts'),
    column('adjustments', 'Corrections and bonuses'),
    column('bad_debt', 'Bad debt'),
  ];
  return (
    <>
      {data ? (
        data.length > 1 && (
          <LineChart
            label="Profit, day by day"
            height={220}
            labels={data.map(({ date }) => formatDate(date))}
            format={(value) => formatMoney(value, unit)}
            series={[{ key: 'profit', label: 'Profit', values: data.map(({ profit }) => profit) }]}
          />
        )
      ) : (
        <Skeleton height={220} radius={8} />
      )}
      <DataTable
        label="Table of days"
        columns={columns}
        rows={data ?? NONE}
        rowId={({ date }) => date}
        loading={answer.isPending}
        empty={<Empty small title="No day here" />}
      />
    </>
  );
}

const AUDITS: TableColumn<AuditRun>[] = [
  { id: 'date', label: 'Day', cell: ({ date }) => formatDate(date) },
  {
    id: 'differences',
    label: 'Found',
    strong: true,
    cell: ({ differences }) =>
      differences === 0 ? (
        <Badge tone="ok">No difference</Badge>
      ) : (
        <Badge tone="bad">{formatNumber(differences)} differences</Badge>
      ),
  },
  { id: 'began', label: 'Began, UTC', cell: ({ started_at }) => formatTime(started_at) },
  { id: 'took', label: 'Took, s', align: 'right', cell: ({ took_ms }) => formatNumber(took_ms / 1000, 1) },
];

function AuditReport({ run: { date, report } }: { run: AuditRun }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={`Report of ${formatDate(date)}`} isOpen={open} onToggle={() => setOpen(!open)}>
      <ProgramText label="What it said" text={report} />
    </Disclosure>
  );
}

/** What the nightly audits found. */
export function Audits() {
  const answer = useQuery({ ...listAuditRunsOptions(), select: dataOf });
  const { data } = answer;
  if (answer.isError && !data) return <ErrorPanel title="The audits did not load" of={answer} />;
  return (
    <>
      <DataTable
        label="Table of audits"
        columns={AUDITS}
        rows={data ?? NONE}
        rowId={({ started_at }) => started_at}
        loading={answer.isPending}
        empty={
          <Empty small title="No audit ran yet">
            Each night all balances are added up anew from what they came from. What it finds appears here.
          </Empty>
        }
      />
      {data?.map((run) => (
        <AuditReport key={run.started_at} run={run} />
      ))}
    </>
  );
}

const NONE: never[] = [];

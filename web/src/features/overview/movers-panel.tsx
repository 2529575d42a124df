import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useUnit, useUser } from '~/app/queries';
import { metricHeading, metricOf, metricText } from '~/lib/metrics';
import { paths } from '~/lib/paths';
import { customPeriod, type DayRange, formatRange } from '~/lib/period';
import { isGod } from '~/lib/roles';
import { cx } from '~/ui/classes';
import { DataTable } from '~/ui/data-table';
import { ChangeMark } from '~/ui/figures';
import { None } from '~/ui/marks';
import { ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { useHour } from '~/ui/use-now';
import { ASK, type StatAnswer } from '../statistics/asking';
import panelStyles from '../statistics/income.module.css';
import { comparedDays, type Mover, moversOf, type Told } from './movers';
import styles from './overview.module.css';

/** People that are compared: those with most money. */
const ASKED = 500;

/** How often they are asked for, in milliseconds: the days are over, and change by voids alone. */
const REFRESH_MS = 10 * 60_000;

/** Whose money is looked at on each side. */
const SIDES = {
  advertiser: { title: 'Advertisers', key: 'money', none: 'Nobody spent anything.' },
  webmaster: { title: 'Webmasters', key: 'money_web', none: 'Nobody earned anything.' },
} as const;

const people = (side: keyof typeof SIDES, { from, to }: DayRange) => ({
  ...ASK.network({
    groups: [side],
    filters: { date_from: from, date_to: to },
    order_by: SIDES[side].key,
    order_direction: 'desc',
    page: 1,
    count: ASKED,
  }),
  refetchInterval: REFRESH_MS,
});

const told = (answer: StatAnswer | undefined): Told => ({
  rows: answer?.result ?? [],
  isWhole: (answer?.pagination.total ?? 0) <= ASKED,
});

/** The greatest of a side and those who fall most, over the days that are over. */
export function Movers({ side }: { side: keyof typeof SIDES }) {
  const unit = useUnit();
  const asGod = isGod(useUser());
  const { title, key, none } = SIDES[side];
  const { range, earlier } = comparedDays(useHour());
  const now = useQuery(people(side, range));
  const before = useQuery(people(side, earlier));
  const { greatest, falling } = useMemo(
    () => moversOf(told(now.data), told(before.data), key, asGod),
    [now.data, before.data, key, asGod],
  );
  const metric = metricOf(key, 'network');
  const money = (dollars: number) => metricText(metric, dollars, unit);
  const columns: TableColumn<Mover>[] = [
    {
      id: 'name',
      label: title,
      cell: ({ id, name }) => (
        <Link {...paths.user(id)} className="quiet">
          {name}
        </Link>
      ),
    },
    {
      id: 'now',
      label: metricHeading(metric, unit),
      align: 'right',
      cell: (row) => `${row.isAtMost ? '≤\u00a0' : ''}${money(row.now)}`,
    },
    {
      id: 'change',
      label: 'Change',
      align: 'right',
      cell: ({ change }) => (change ? <ChangeMark change={change} /> : <None />),
    },
    {
      id: 'before',
      label: 'Before',
      help: formatRange(earlier),
      align: 'right',
      cell: (row) => (row.before ? money(row.before) : <None />),
    },
  ];
  const failed = [now, before].filter(({ isError, data }) => isError && !data);
  const isPending = now.isPending || before.isPending;
  const shared = { columns, rowId: ({ id }: Mover) => id, compact: true, maxHeight: 'none', skeletonRows: 3 } as const;
  const all = linkOptions({ to: '/admin/statistics', search: { period: customPeriod(range), rows: side } });
  return (
    <section className={cx(panelStyles.panel, styles.movers)} aria-labelledby={`movers-${side}`}>
      <div className={styles.panelHead}>
        <h2 id={`movers-${side}`}>{title}</h2>
        <span className="s12 t3">
          {formatRange(range)}, beside {formatRange(earlier)}
        </span>
        <span className="grow" />
        <Link {...all} className="link s13">
          All {title.toLowerCase()}
        </Link>
      </div>
      {failed[0] ? (
        <ErrorPanel
          title="The figures did not load"
          error={failed[0].error}
          onRetry={() => {
            for (const answer of failed) void answer.refetch();
          }}
        />
      ) : (
        <>
          <DataTable
            label={`${title} with most money`}
            rows={greatest}
            loading={isPending}
            empty={<p className="s13 t2">{none}</p>}
            {...shared}
          />
          {falling.length > 0 && (
            <>
              <h3>Fall most</h3>
              <DataTable label={`${title} who fall most`} rows={falling} {...shared} />
            </>
          )}
        </>
      )}
    </section>
  );
}

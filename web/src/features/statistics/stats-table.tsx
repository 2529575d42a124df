import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUnit } from '~/app/queries';
import { metricCell, metricHeading, metricsFrom } from '~/lib/metrics';
import type { PageLink } from '~/lib/paths';
import type { DayRange } from '~/lib/period';
import { DataTable } from '~/ui/data-table';
import { None } from '~/ui/marks';
import { ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { ASK, type StatRow, type ValueLists } from './asking';

/** Rows of a table; the statistics have all. */
const ROWS = 10;
/** How often they are asked for, in milliseconds. */
const REFRESH_MS = 60_000;

/** The network's statistics by one dimension, those with the most first, in short. */
export function StatsTable({
  range,
  filters,
  group,
  label,
  columns: shown,
  by = 'clicks_count',
  opens,
}: {
  range: DayRange;
  filters: Record<string, ValueLists>;
  /** The dimension of its rows, and what they are called. */
  group: string;
  label: string;
  /** Keys of its metrics. */
  columns: readonly string[];
  /** Of what the first rows have the most: valid clicks, unless said. */
  by?: 'clicks_count' | 'invalid_clicks_count';
  opens?: ((id: number) => PageLink) | undefined;
}) {
  const unit = useUnit();
  const answer = useQuery({
    ...ASK.network({
      groups: [group],
      filters: { date_from: range.from, date_to: range.to, ...filters },
      order_by: by,
      order_direction: 'desc',
      page: 1,
      count: ROWS,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const { data } = answer;
  if (answer.isError && !data) return <ErrorPanel title="The figures did not load" of={answer} />;
  const name: TableColumn<StatRow> = {
    id: 'name',
    label,
    cell: ({ id, name: called }) =>
      opens ? (
        <Link {...opens(Number(id))} className="quiet">
          {called ?? id}
        </Link>
      ) : (
        (called ?? id)
      ),
  };
  const metrics = metricsFrom('network', shown)
    .filter(({ key }) => shown.includes(key))
    .map((metric): TableColumn<StatRow> => {
      const text = (value: unknown) => (typeof value === 'number' ? metricCell(metric, value, unit) : <None />);
      return {
        id: metric.key,
        label: metricHeading(metric, unit),
        align: 'right',
        help: metric.help,
        cell: (row) => text(row[metric.key]),
        total: text(data?.total_result[metric.key]),
      };
    });
  return (
    <DataTable
      label={label}
      columns={[name, ...metrics]}
      rows={data?.result ?? []}
      rowId={({ id }) => id}
      {...(data && data.result.length > 0 ? { totalLabel: 'Total' } : {})}
      compact
      maxHeight="none"
      loading={answer.isPending}
      skeletonRows={3}
      empty={<p className="s13 t2">Nothing in these days.</p>}
    />
  );
}

import type { Status } from '~/lib/statuses';
import { StatusBadge } from '~/ui/status-badge';
import type { ListColumn } from './spec';

/** The column of the status; `why` tells a reason that the status itself does not know. */
export const statusColumn = <Row,>(
  statusOf: (row: Row) => Status,
  {
    why,
    ...more
  }: { why?(row: Row): string | null | undefined; sort?: string; id?: string; label?: string; near?: boolean } = {},
): ListColumn<Row> => ({
  id: 'status',
  label: 'Status',
  ...more,
  csv: (row) => statusOf(row).label,
  cell: (row) => {
    const reason = why?.(row);
    return <StatusBadge status={statusOf(row)} {...(reason ? { why: reason } : {})} />;
  },
});

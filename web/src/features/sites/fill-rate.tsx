import { formatNumber } from '~/lib/format';
import type { ListColumn } from '../list/spec';

/** How many of the places that pages asked for got an ad. */
export const fillRateColumn = <Row extends { fill_rate?: number | null }>(): ListColumn<Row> => ({
  id: 'fill_rate',
  label: 'Filled, %',
  align: 'right',
  cell: ({ fill_rate: rate }) => <span className="num">{formatNumber(rate, 1)}</span>,
});

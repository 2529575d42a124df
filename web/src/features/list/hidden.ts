import type { ListColumn } from './spec';

/** Whether a column is not shown until it is chosen; `stats` says whether the figures are. */
export const isHidden = <Row>(
  { hidden, withoutFigures }: Pick<ListColumn<Row>, 'hidden' | 'withoutFigures'>,
  stats: boolean,
): boolean => hidden === true || (withoutFigures === true && stats);

import { useState } from 'react';
import { WAITING } from './use-page-that-is';
import type { ListWithRows } from './use-rows';

/**
 * A list with the form of a new row, and what to call when that is closed: then nobody knows whether a bare list still is, and it
 * waits for its rows where they are asked for again.
 */
export function useAwaited<Row extends object>(
  rows: ListWithRows<Row>,
): readonly [rows: ListWithRows<Row>, awaitRows: () => void] {
  const [isClosed, setClosed] = useState(false);
  const { isBare, answer } = rows;
  const { isFetching } = answer;
  if (isClosed && !isFetching) setClosed(false);
  const shown =
    isClosed && isBare && isFetching
      ? { ...rows, isBare: false, answer: { ...answer, ...WAITING } as typeof answer }
      : rows;
  return [shown, () => setClosed(true)];
}

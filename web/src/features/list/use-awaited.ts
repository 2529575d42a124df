import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListWithRows } from './use-rows';

/**
 * A list with the form of a new row, which is open or not. Once something was saved while it was, nobody knows whether a bare list
 * still is: it waits for an answer that is newer, or says that none came.
 */
export function useAwaited<Row extends object>(rows: ListWithRows<Row>, isOpen: boolean): ListWithRows<Row> {
  const saves = useQueryClient().getMutationCache();
  const savedAt = useRef(0);
  useEffect(() => {
    if (!isOpen) return;
    return saves.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') savedAt.current = Date.now();
    });
  }, [saves, isOpen]);
  const { isBare, answer } = rows;
  if (isOpen || !isBare || answer.dataUpdatedAt >= savedAt.current) return rows;
  const awaited = { ...answer, data: undefined, isPending: !answer.isError };
  return { ...rows, isBare: false, answer: awaited as typeof answer };
}

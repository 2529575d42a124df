import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListWithRows } from './use-rows';

/**
 * A list with the form of a new row, which is open or not. Once something was saved while it was, nobody knows whether a bare list
 * still is: it waits for another answer, or says that none came.
 */
export function useAwaited<Row extends object>(rows: ListWithRows<Row>, isOpen: boolean): ListWithRows<Row> {
  const saves = useQueryClient().getMutationCache();
  const { isBare, answer } = rows;
  const { dataUpdatedAt } = answer;
  /** The answer that stood at the last save. */
  const atSave = useRef<number>(null);
  useEffect(() => {
    if (!isOpen) return;
    return saves.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') atSave.current = dataUpdatedAt;
    });
  }, [saves, isOpen, dataUpdatedAt]);
  if (isOpen || !isBare || dataUpdatedAt !== atSave.current) return rows;
  const awaited = { ...answer, data: undefined, isPending: !answer.isError };
  return { ...rows, isBare: false, answer: awaited as typeof answer };
}

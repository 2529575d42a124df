import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useKeys } from './use-keys';

/** Which thing of a queue is open; the id is in the address, J and K move. */
export function useQueue<T extends { id: number }>(things: readonly T[]) {
  const navigate = useNavigate();
  const { id } = useSearch({ strict: false }) as { id?: number };
  const found = things.findIndex((thing) => thing.id === id);
  const at = found >= 0 ? found : 0;
  const current = things[at];
  const open = useCallback(
    (thing: T | undefined) => {
      if (!thing) return;
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({ ...before, id: thing.id })) as never,
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  /** Leaves the current one: the next, or the one before at the end. */
  const leave = () => open(things[at + 1] ?? things[at - 1]);
  useKeys(
    { j: () => open(things[at + 1]), k: () => open(things[at - 1]), s: () => open(things[at + 1] ?? things[0]) },
    { repeats: true },
  );
  return { at, current, open, leave };
}

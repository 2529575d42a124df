import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useKeys } from './use-keys';

/**
 * Which thing of a queue is open; the id is in the address, J and K move. What is open stays open, also when it has left
 * the queue: then it is `gone`, unless it is among the `decided` ones, whose decision is under way.
 */
export function useQueue<T extends { id: number }>(listed: readonly T[], decided: ReadonlySet<number>) {
  const navigate = useNavigate();
  const { id } = useSearch({ strict: false }) as { id?: number };
  const [kept, setKept] = useState<{ thing: T; at: number }>();
  const things = listed.filter((thing) => thing.id === id || !decided.has(thing.id));
  const found = things.findIndex((thing) => thing.id === id);
  const isKept = found < 0 && kept !== undefined && kept.thing.id === id;
  const at = isKept ? kept.at : Math.max(found, 0);
  const current = isKept ? kept.thing : things[at];
  const gone = isKept && !decided.has(kept.thing.id);
  if (current && (kept?.thing !== current || kept.at !== at)) setKept({ thing: current, at });
  const show = useCallback(
    (next: number | undefined) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, id: next }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const open = (thing: T | undefined) => {
    if (thing) show(thing.id);
  };
  // Without its id in the address, the first one would be another one as soon as the list is.
  const first = current && current.id !== id ? current.id : undefined;
  useEffect(() => {
    if (first !== undefined) show(first);
  }, [first, show]);
  // Where a thing was that is gone, the next one is now.
  const next = things[isKept ? at : at + 1];
  const before = things[at - 1];
  /** Leaves the current one: the next, or the one before at the end, or nothing. */
  const leave = () => show((next ?? before)?.id);
  const skip = () => (gone ? leave() : open(next ?? things[0]));
  useKeys({ j: () => open(next), k: () => open(before), s: skip }, { repeats: true });
  return { at, current, gone, open, leave, show };
}

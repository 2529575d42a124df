import { useCallback, useState } from 'react';

/**
 * What is written about the open thing. It belongs to that thing alone, and is there again when the moderator comes back
 * to it, or its decision is refused; `forget` it when it is decided.
 */
export function useDraft<T extends object>(id: number | undefined, empty: T) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, T>>(() => new Map());
  const draft = (id !== undefined && drafts.get(id)) || empty;
  const write = (more: Partial<T>) => {
    if (id !== undefined) setDrafts((all) => new Map(all).set(id, { ...(all.get(id) ?? empty), ...more }));
  };
  const forget = useCallback((done: number) => {
    setDrafts((all) => new Map([...all].filter(([one]) => one !== done)));
  }, []);
  return { draft, write, forget };
}

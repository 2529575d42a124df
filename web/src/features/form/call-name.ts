import { useRef } from 'react';

/**
 * Names a decision for its `Idempotency-Key`: made again after a lost answer it has the same name, and gets the first answer; another
 * decision has another. What only proves who decides is no part of it.
 */
export function useCallName(): (decision: unknown) => string {
  const last = useRef({ decision: '', name: '' });
  return (given) => {
    const decision = JSON.stringify(given);
    if (last.current.decision !== decision) last.current = { decision, name: crypto.randomUUID() };
    return last.current.name;
  };
}

import { useEffect, useState } from 'react';

/** Counts down from `seconds` to 0; begins anew when `key` changes. */
export function useSecondsLeft(seconds: number | null, key: unknown = seconds): number {
  const [state, setState] = useState({ key, left: seconds ?? 0 });
  const current = state.key === key ? state : { key, left: seconds ?? 0 };
  const { left } = current;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setState({ key, left: left - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [key, left]);
  return left;
}

import { useEffect, useState, useSyncExternalStore } from 'react';

/** The time now, taken anew every `every` milliseconds: for ages that grow while a page stands. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

const HOUR_MS = 3_600_000;
/** So often it is looked whether another hour has begun, in milliseconds: a machine that sleeps stops every timer. */
const LOOK_MS = 15_000;

const hourNow = () => {
  const now = Date.now();
  return now - (now % HOUR_MS);
};

function follow(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** When the present UTC hour began: "today" of whatever stands open past midnight, and the hours that are over. */
export const useHour = (): number => useSyncExternalStore(follow, hourNow, hourNow);

import { useEffect, useState } from 'react';

/** The time now, taken anew every `every` milliseconds: for ages that grow while a page stands. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

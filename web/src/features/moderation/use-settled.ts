import { useEffect, useState } from 'react';

/** What has just come up on the screen was not looked at: it can be decided after this time. */
export const SETTLE_MS = 400;

/** Whether the same thing, by its key, has been on the screen for a moment. */
export function useSettled(key: string | undefined): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setSettled(key), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== undefined && settled === key;
}

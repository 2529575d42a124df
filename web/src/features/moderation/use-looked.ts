import { useEffect, useState } from 'react';
import { LOOK_AGAIN_MS } from './use-lock';

/** What has just come up on the screen was not looked at: it can be decided after this time. */
export const SETTLE_MS = 400;

/**
 * Whether the open thing, as it is now, has been looked at and `may` be decided. `face` is all of it that a verdict is
 * about: when that becomes another one under the moderator's eyes, it is `changed`, and has to be looked at for longer.
 */
export function useLooked(id: number | undefined, face: string | undefined): { may: boolean; changed: boolean } {
  const [shown, setShown] = useState({ id, face, changed: false });
  const [looked, setLooked] = useState<typeof shown>();
  if (shown.id !== id || shown.face !== face) {
    setShown({ id, face, changed: id !== undefined && shown.id === id });
  }
  useEffect(() => {
    if (shown.id === undefined) return;
    const timer = setTimeout(() => setLooked(shown), shown.changed ? LOOK_AGAIN_MS : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return { may: id !== undefined && looked === shown && shown.id === id, changed: shown.changed };
}

import { useEffect, useRef } from 'react';
import { session } from '~/app/session';

/** What somebody was typing, and the saved thing that they saw. */
interface Typed {
  held: unknown;
  values: object;
}

/** In the memory of this page alone, for the same person on the same form: what a reload forgets, nobody else can find. */
const kept = new Map<string, Typed>();

/** Values that nobody is given back. */
const SECRETS = ['password', 'otp'];

const nameOf = (user: string, values: object) => `${user} ${location.pathname} ${Object.keys(values)}`;

/** Keeps what was typed when the session ends by itself, and gives it to `putBack` when the form is there again. */
export function useKeptTyping(values: object, typed: () => Typed | null, putBack: (typed: Typed) => void): void {
  const latest = useRef({ values, typed, putBack });
  latest.current = { values, typed, putBack };
  useEffect(() => {
    const name = nameOf(session.current?.user ?? '', latest.current.values);
    const before = kept.get(name);
    kept.delete(name);
    if (before) latest.current.putBack(before);
    return session.subscribe((change) => {
      const now = latest.current.typed();
      if (change.kind !== 'ended' || (change.reason !== 'expired' && change.reason !== 'refused') || !now) return;
      const open = Object.entries(now.values).filter(([field]) => !SECRETS.includes(field));
      kept.set(nameOf(change.user, now.values), { held: now.held, values: Object.fromEntries(open) });
    });
  }, []);
}

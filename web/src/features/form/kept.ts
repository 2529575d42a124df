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

const nameOf = (user: string, thing: string, values: object) =>
  JSON.stringify([user, location.pathname, thing, ...Object.keys(values)]);

/**
 * Keeps what was typed when the session ends by itself, and gives it to `putBack` when the form is there again. `thing` tells
 * apart what the forms of a page edit, so that nothing is put into the form of another thing; null: nothing is kept.
 */
export function useKeptTyping(
  thing: string | null,
  values: object,
  typed: () => Typed | null,
  putBack: (typed: Typed) => void,
): void {
  const latest = useRef({ thing, values, typed, putBack });
  latest.current = { thing, values, typed, putBack };
  useEffect(() => {
    if (latest.current.thing !== null) {
      const name = nameOf(session.current?.user ?? '', latest.current.thing, latest.current.values);
      const before = kept.get(name);
      kept.delete(name);
      if (before) latest.current.putBack(before);
    }
    return session.subscribe((change) => {
      const { thing: edited, typed: open } = latest.current;
      if (change.kind !== 'ended' || (change.reason !== 'expired' && change.reason !== 'refused')) return;
      const now = open();
      if (edited === null || !now) return;
      const shown = Object.entries(now.values).filter(([field]) => !SECRETS.includes(field));
      kept.set(nameOf(change.user, edited, now.values), { held: now.held, values: Object.fromEntries(shown) });
    });
  }, []);
}

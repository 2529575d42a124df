import { useBlocker, useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { session } from '~/app/session';
import { type ConfirmOptions, confirm } from '~/ui/confirm';
import { isDialogHeld } from '~/ui/dialogs';
import { CLOSED_MS } from '~/ui/focus';

// A page whose parts stand in its address shows one of them.
const PLACED_BY: readonly string[] = ['part', 'rule'];

/** An address, as the guard compares it. */
interface Place {
  pathname: string;
  search: object;
}

/** Whether a form that stands by some names of the search still stands at another address. */
const isSamePlace = (a: Place, b: Place, placedBy: readonly string[]): boolean => {
  const named = ({ search }: Place, name: string) => (search as Partial<Record<string, unknown>>)[name];
  return a.pathname === b.pathname && placedBy.every((name) => named(a, name) === named(b, name));
};

/** While the question stands, who wants to leave once more is asked by it. */
let isAsked = false;

/** Asks whether what was not saved is left, unless a question is open that waits for its answer. */
function askToLeave(how: Pick<ConfirmOptions, 'body' | 'run' | 'onClosed'>): void {
  if (isAsked || isDialogHeld()) return;
  isAsked = true;
  const onClosed = () => {
    isAsked = false;
    how.onClosed?.();
  };
  confirm({ title: 'Leave without saving?', action: 'Leave', keep: 'Stay', ...how, onClosed });
}

/** A form on the page as it is now. */
interface Guarded {
  form: HTMLElement | null;
  holds(): boolean;
  release(): void;
}

/** The forms on the page. */
const guarded = new Set<{ readonly current: Guarded }>();
/** While the answer is carried out nothing on the page is held. What is still there after that is held again. */
let isLeaving = false;

/**
 * Does what puts something else in place of the forms in a part of the page. It asks before, where one of them has changes that are
 * not saved.
 */
export function afterForms(part: HTMLElement | null, go: () => void): void {
  const held = [...guarded].map(({ current }) => current).filter(({ form, holds }) => part?.contains(form) && holds());
  if (held.length === 0) {
    go();
    return;
  }
  let isLeft = false;
  askToLeave({
    body: 'What you typed in the form that is open has not been saved.',
    run: async () => {
      isLeft = true;
    },
    onClosed: () => {
      if (!isLeft) return;
      for (const { release } of held) release();
      // What closes gives the focus back, and would take it from what opens.
      setTimeout(go, CLOSED_MS);
    },
  });
}

/**
 * Asks before unsaved changes are left, inside the app and when the tab is closed. Call `release` once they are saved. `form` is what
 * holds them, where `afterForms` may put something else in its place. `placedBy` names what of the search puts something else there as
 * well when it changes: the parts of a page, unless said. With any other change of the search the form stays.
 */
export function useUnsavedGuard(
  isDirty: () => boolean,
  form?: RefObject<HTMLElement | null>,
  placedBy = PLACED_BY,
): { release(): void } {
  const released = useRef(false);
  const navigate = useNavigate();
  // Whose session is over cannot save any more, and is not kept on a page of it.
  const holds = () => isDirty() && !released.current && !isLeaving && session.current !== null;
  const release = () => {
    released.current = true;
  };
  const now = useRef<Guarded>({ form: null, holds, release });
  useEffect(() => {
    now.current = { form: form?.current ?? null, holds, release };
  });
  useEffect(() => {
    guarded.add(now);
    return () => {
      guarded.delete(now);
      if (guarded.size === 0) isAsked = false;
    };
  }, []);
  useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (!holds() || isSamePlace(current, next, placedBy)) return false;
      const ask = () =>
        askToLeave({
          body: 'What you changed on this page has not been saved.',
          run: async () => {
            isLeaving = true;
            try {
              await navigate({ to: next.pathname, search: next.search });
            } finally {
              isLeaving = false;
            }
          },
        });
      if (action === 'PUSH' || action === 'REPLACE') ask();
      // The browser has gone already, and comes back first: a question is of the page at whose address it is asked.
      else addEventListener('popstate', ask, { once: true });
      return true;
    },
    enableBeforeUnload: holds,
  });
  return { release };
}

/**
 * Asks before the tab is closed while something is sent. Within the app it goes on: who leaves the page is told how it ended
 * wherever they are.
 */
export function useClosingGuard(isSending: boolean): void {
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: isSending });
}

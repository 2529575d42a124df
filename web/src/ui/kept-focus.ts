import { type FocusEvent, type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { CLOSED_MS, focusOn, focusOnPart, isNowhere, partAround, rememberFocus } from './focus';

/**
 * For a button or a link that may stand in one of two places of a page: `take` is its `ref` in both. Where it moves to the other one
 * it is made anew, and has the focus there that it had; `now` is the one that stands there.
 */
export function useMovingFocus<Mover extends HTMLElement>() {
  const now = useRef<Mover>(null);
  const hadFocus = useRef(false);
  // One that comes later is another one.
  useLayoutEffect(() => {
    hadFocus.current = false;
  });
  const take = useCallback((mover: Mover | null) => {
    if (!mover) return;
    now.current = mover;
    if (hadFocus.current && isNowhere(document.activeElement)) focusOn(mover);
    // It goes out of the page after this.
    return () => {
      now.current = null;
      hadFocus.current = document.activeElement === mover;
    };
  }, []);
  return { now, take };
}

/**
 * The focus of a form that opens in a page. What opens it remembers where the focus is, and it is given back when the form is closed.
 * Where something is asked before, `note` notes it, and what it answers remembers it. `take` is the ref of a button that goes meanwhile
 * and is made `anew`.
 */
export function useFormFocus(isOpen: boolean) {
  const { now, take } = useMovingFocus<HTMLButtonElement>();
  const giveBack = useRef<ReturnType<typeof rememberFocus> | null>(null);
  useLayoutEffect(() => {
    if (isOpen) return;
    giveBack.current?.();
    giveBack.current = null;
  }, [isOpen]);
  const note = useCallback(
    (how?: 'anew') => {
      const back = rememberFocus(how && now);
      return () => {
        giveBack.current = back;
      };
    },
    [now],
  );
  const remember = useCallback((how?: 'anew') => note(how)(), [note]);
  return { note, remember, take };
}

/**
 * For what is done by a button that goes with the answer: remembers where the focus is, and gives it back soon after the answer. Nothing
 * is given back once the part of the page is left.
 */
export function useFocusAfter() {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return () => {
    const giveBack = rememberFocus();
    return () => {
      setTimeout(() => isThere.current && giveBack(), CLOSED_MS);
    };
  };
}

/** A row of a list. */
const ROW = 'li, tr, article, [data-row]';

/**
 * For a list, as the `ref` of what is around it. A row that has the focus may leave the list: then the focus goes to the heading of the
 * part of the page in which the list is.
 */
export function useLeftFocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  // As it is before this drawing of the list: who has been elsewhere by then is not led anywhere.
  const before = document.activeElement;
  const row = place.current?.contains(before) ? before?.closest(ROW) : null;
  useLayoutEffect(() => {
    if (!row || row.isConnected || !isNowhere(document.activeElement)) return;
    focusOnPart(partAround(place.current) ?? document.getElementById('main'));
  });
  return place;
}

/** How a button is called. */
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/** What a toolbar does it does to what is selected, whatever else is called so. */
const isTool = (button: Element) => button.closest('[role="toolbar"]') !== null;

/**
 * For a part of a page whose forms open in place of their buttons. What has the focus may go with a form or a row: then the
 * button that opened it gets the focus, when it stands there again, or else the part's heading. That of another row does something
 * else, whatever it is called. Menus and dialogs of the part stand elsewhere in the page: they are none of it.
 */
export function useKeptFocus<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  const last = useRef<Element | null>(null);
  const opener = useRef<{ name: string | null; row: Element | null }>(null);
  const isInside = (element: Element) => part.current?.contains(element) ?? false;
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (!part.current || !isNowhere(document.activeElement)) return;
    const by = opener.current;
    const found = [...part.current.querySelectorAll('button')].find(
      (button) => by && nameOf(button) === by.name && button.closest(ROW) === by.row && !isTool(button),
    );
    if (found) focusOn(found);
    else focusOnPart(part.current);
  });
  return {
    ref: part,
    onFocus: ({ target }: FocusEvent) => {
      if (isInside(target)) last.current = target;
    },
    onBlur: ({ target }: FocusEvent) => {
      // Who has left for nowhere stays there; what takes no input for a while was not left.
      if (isNowhere(document.activeElement) && !target.matches(':disabled, [inert] *')) last.current = null;
    },
    onClickCapture: ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (!button || !isInside(button)) return;
      // Not every browser gives the focus to a button that is clicked.
      last.current = button;
      if (!button.closest('form') && !isTool(button))
        opener.current = { name: nameOf(button), row: button.closest(ROW) };
    },
  };
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/** What the focus goes to where what had it is gone. */
const HEADING = ':is(h1, h2, h3)';

/** Puts the focus on an element, also on one that only a script focuses: a heading, a landmark. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return;
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * For a field that is typed into at once, as its `ref`: a dialog gives the focus a moment later, and letters typed until then
 * go nowhere.
 */
export const takeFocus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true });

/** Whether that is no element of the page that can have the focus. */
export const isNowhere = (element: Element | null) => element === null || element === document.body;

/** What is gone back to: the button of a menu in place of a line of it, which goes with the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const target = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const opener = target ?? element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Leads to the heading of a part of the page, or to the part itself. */
export const focusOnPart = (part: HTMLElement | null | undefined) =>
  focusOn(part?.querySelector<HTMLElement>(HEADING) ?? part);

/** The part of the page in which something stands, which may have a heading. */
export const partAround = (element: Element | null | undefined) => element?.closest<HTMLElement>('section, main');

/** The dialog that has the focus, also one that is no more than a part over the page. */
export const dialogWithFocus = () => document.activeElement?.closest('[role="dialog"]') ?? null;

/**
 * Remembers what has the focus. Calling the result gives it back, or to the nearest heading or landmark around it that is
 * still there, unless something has taken the focus since: anything but the dialog that is being closed. What is made anew
 * meanwhile is `anew` by then.
 */
export function rememberFocus(anew?: RefObject<HTMLElement | null>): (closed?: Element | null) => void {
  // Not every browser gives the focus to a button that is clicked.
  const opener = openerOf(anew?.current ?? document.activeElement);
  const around: HTMLElement[] = [];
  for (let part = partAround(opener); part; part = partAround(part.parentElement)) around.push(part);
  return (closed) => {
    const now = document.activeElement;
    if (!isNowhere(now) && !closed?.contains(now)) return;
    const to = anew?.current ?? opener;
    if (to?.isConnected && !isNowhere(to)) {
      focusOn(to);
      // What is done may be switched off by now, such as the button of a form without changes.
      if (document.activeElement === to) return;
    }
    focusOnPart(around.find((one) => one.isConnected) ?? document.getElementById('main'));
  };
}

/** After this time, in milliseconds, what was closed is out of the page. */
export const CLOSED_MS = 20;

/** Something that opens over the page: `close` gives the focus back, `leave` leaves it to the page that comes. */
export function useOverlay(): [opened: boolean, handlers: Record<'open' | 'close' | 'toggle' | 'leave', () => void>] {
  const [opened, setOpened] = useState(false);
  const giveBack = useRef<ReturnType<typeof rememberFocus> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = useCallback(() => {
    // Opened again before the focus was given back: it is given back to the same, when this one is closed.
    clearTimeout(timer.current);
    giveBack.current ??= rememberFocus();
    setOpened(true);
  }, []);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    giveBack.current = null;
    setOpened(false);
  }, []);
  const close = useCallback(() => {
    const back = giveBack.current;
    setOpened(false);
    if (!back) return;
    clearTimeout(timer.current);
    const closed = dialogWithFocus();
    timer.current = setTimeout(() => {
      giveBack.current = null;
      back(closed);
    }, CLOSED_MS);
  }, []);
  return [opened, { open, close, leave, toggle: opened ? close : open }];
}

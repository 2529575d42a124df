import { type FocusEvent, type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
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

const isNowhere = (element: Element | null) => element === null || element === document.body;

/**
 * Remembers what has the focus. Calling the result gives it back, or to the nearest heading or landmark around it that is
 * still there, unless something outside a dialog has taken the focus since.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const around: HTMLElement[] = [];
  for (let part = opener?.closest<HTMLElement>('section, main'); part; ) {
    around.push(part);
    part = part.parentElement?.closest<HTMLElement>('section, main');
  }
  return () => {
    const now = document.activeElement;
    if (!isNowhere(now) && !now?.closest('[role="dialog"]')) return;
    if (opener?.isConnected && !isNowhere(opener)) {
      focusOn(opener);
      // What is done may be switched off by now, such as the button of a form without changes.
      if (document.activeElement === opener) return;
    }
    const part = around.find((one) => one.isConnected) ?? document.getElementById('main');
    focusOn(part?.querySelector<HTMLElement>(HEADING) ?? part);
  };
}

/** After this time, in milliseconds, what was closed is out of the page. */
export const CLOSED_MS = 20;

/** Something that opens over the page: `close` gives the focus back, `leave` leaves it to the page that comes. */
export function useOverlay(): [opened: boolean, handlers: Record<'open' | 'close' | 'toggle' | 'leave', () => void>] {
  const [opened, setOpened] = useState(false);
  const giveBack = useRef<(() => void) | null>(null);
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
    timer.current = setTimeout(() => {
      giveBack.current = null;
      back();
    }, CLOSED_MS);
  }, []);
  return [opened, { open, close, leave, toggle: opened ? close : open }];
}

/** How a button is called. */
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/**
 * For a part of a page whose forms open in place of their buttons. What has the focus may go with a form or a row: then the
 * button that opened it gets the focus, when it stands there again, or else the part's heading.
 */
export function useKeptFocus<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  const last = useRef<Element | null>(null);
  const opener = useRef('');
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (!part.current || !isNowhere(document.activeElement)) return;
    const found = [...part.current.querySelectorAll('button')].find((button) => nameOf(button) === opener.current);
    focusOn(found ?? part.current.querySelector<HTMLElement>(HEADING));
  });
  return {
    ref: part,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    onClickCapture: ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button && !button.closest('form')) opener.current = nameOf(button);
    },
  };
}

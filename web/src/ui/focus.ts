import {
  type FocusEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

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

/** What is gone back to: the button of a menu in place of a line of it, which goes with the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const target = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const opener = target ?? element;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * Remembers what has the focus. Calling the result gives it back, or to the nearest heading or landmark around it that is
 * still there, unless something outside a dialog has taken the focus since. What is made anew meanwhile is `anew` by then.
 */
export function rememberFocus(anew?: RefObject<HTMLElement | null>): () => void {
  const opener = openerOf(document.activeElement);
  const around: HTMLElement[] = [];
  for (let part = opener?.closest<HTMLElement>('section, main'); part; ) {
    around.push(part);
    part = part.parentElement?.closest<HTMLElement>('section, main');
  }
  return () => {
    const now = document.activeElement;
    if (!isNowhere(now) && !now?.closest('[role="dialog"]')) return;
    const to = anew?.current ?? opener;
    if (to?.isConnected && !isNowhere(to)) {
      focusOn(to);
      // What is done may be switched off by now, such as the button of a form without changes.
      if (document.activeElement === to) return;
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
 * `take` is the ref of a button that goes meanwhile and is made `anew`.
 */
export function useFormFocus(isOpen: boolean) {
  const { now, take } = useMovingFocus<HTMLButtonElement>();
  const giveBack = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (isOpen) return;
    giveBack.current?.();
    giveBack.current = null;
  }, [isOpen]);
  const remember = useCallback(
    (how?: 'anew') => {
      giveBack.current = rememberFocus(how && now);
    },
    [now],
  );
  return { remember, take };
}

/** How a button is called. */
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/** What a toolbar does it does to what is selected, whatever else is called so. */
const isTool = (button: Element) => button.closest('[role="toolbar"]') !== null;

/**
 * For a part of a page whose forms open in place of their buttons. What has the focus may go with a form or a row: then the
 * button that opened it gets the focus, when it stands there again, or else the part's heading. Menus and dialogs of the part stand
 * elsewhere in the page: they are none of it.
 */
export function useKeptFocus<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  const last = useRef<Element | null>(null);
  const opener = useRef('');
  const isInside = (element: Element) => part.current?.contains(element) ?? false;
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (!part.current || !isNowhere(document.activeElement)) return;
    const found = [...part.current.querySelectorAll('button')].find(
      (button) => nameOf(button) === opener.current && !isTool(button),
    );
    focusOn(found ?? part.current.querySelector<HTMLElement>(HEADING));
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
      if (!button.closest('form') && !isTool(button)) opener.current = nameOf(button);
    },
  };
}

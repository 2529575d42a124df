import { useSyncExternalStore } from 'react';

/** What the visitor said about the cookie that remembers where they came from. */
export type CookieChoice = 'allowed' | 'refused';

/** Remembers the choice itself: the server reads it too, and sets no tracking cookie once it says "refused". */
const CHOICE_COOKIE = 'cookie_choice';
/** The cookies that are asked about: by which link of the network, and by whose, the visitor came. */
const ASKED_COOKIES = ['placard_source', 'placard_referral'];
const YEAR_S = 365 * 24 * 60 * 60;

/** The address that the visitor came by: what it says of its source is kept once that is allowed. */
const ENTRY = typeof location === 'undefined' ? '' : location.href;

const listeners = new Set<() => void>();

function write(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}

/** The choice, or null while there is none. */
export function cookieChoice(): CookieChoice | null {
  const found = /(?:^|;\s*)cookie_choice=(allowed|refused)(?:;|$)/.exec(document.cookie)?.[1];
  return (found as CookieChoice | undefined) ?? null;
}

/** Keeps the choice for a year and acts on it at once. */
export function chooseCookies(choice: CookieChoice): void {
  write(CHOICE_COOKIE, choice, YEAR_S);
  forgetRefusedCookies();
  // The server writes the cookie, with the page that brought the visitor, now that it may. Failing loses a source, no more.
  if (choice === 'allowed' && ENTRY.includes('?')) void fetch(ENTRY).catch(() => undefined);
  for (const listener of listeners) listener();
}

/** Asks again: the notice comes back, and nothing is set until it is answered. */
export function askForCookies(): void {
  write(CHOICE_COOKIE, '', 0);
  for (const listener of listeners) listener();
}

/** Removes what was refused; called at each start, in case it came back. */
export function forgetRefusedCookies(): void {
  if (cookieChoice() !== 'refused') return;
  for (const name of ASKED_COOKIES) write(name, '', 0);
}

/** The choice as it changes; undefined where the page is pre-rendered and nobody can know. */
export function useCookieChoice(): CookieChoice | null | undefined {
  return useSyncExternalStore<CookieChoice | null | undefined>(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    cookieChoice,
    () => undefined,
  );
}

import { useSyncExternalStore } from 'react';
import { toApiError } from '~/api/problem';
import { type EndReason, Session, type TokenAnswer } from '~/lib/session';

/** Asks for tokens. Kept apart from the generated client, which needs a session to speak at all. */
export async function askForTokens(body: Record<string, string>): Promise<TokenAnswer> {
  let response: Response | undefined;
  try {
    response = await fetch('/api/oauth2/accessToken', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json().catch(() => ({}));
    if (!response.ok) throw answer;
    return answer as TokenAnswer;
  } catch (error) {
    throw toApiError(error, response);
  }
}

let chain: Promise<unknown> = Promise.resolve();

/** One tab at a time where the browser has locks, else one call at a time in this tab. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('placard.refresh', work);
  const next = chain.then(work, work);
  chain = next.catch(() => undefined);
  return next;
}

/** A server that wants a local logout leaves this cookie. */
function takeLogoutCookie(): boolean {
  if (!/(?:^|;\s*)land_logout=/.test(document.cookie)) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = 'land_logout=; path=/; max-age=0';
  return true;
}

/** Where pages are pre-rendered there is nobody, and nothing to remember. */
const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** The session of this tab. */
export const session = new Session({
  storage: typeof localStorage === 'undefined' ? NOWHERE : localStorage,
  now: () => Date.now(),
  exclusively,
  refresh: (token) => askForTokens({ grant_type: 'refresh_token', refresh_token: token }),
  later: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Follows other tabs and wake-ups; `onEnd` hears why a session ended. */
export function watchSession(onEnd: (reason: EndReason) => void): void {
  session.subscribe((reason) => {
    if (reason) onEnd(reason);
  });
  if (takeLogoutCookie()) session.end('logout');
  addEventListener('storage', (event) => {
    if (event.key === 'placard.session' || event.key === null) session.sync();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.sync();
  });
}

/** Whether somebody is logged in in this tab. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(
    (changed) => session.subscribe(changed),
    () => session.current !== null,
    // Pre-rendered pages are for somebody who is not logged in; the first render in the browser says the same.
    () => false,
  );
}

import { useSyncExternalStore } from 'react';
import { toApiError } from '~/api/problem';
import { type AdminAnswer, type ClientChange, ClientSession } from '~/lib/client-session';
import { LANGUAGE } from '~/lib/locale';
import { SESSION_KEY, type TokenAnswer } from '~/lib/session';
import { cookies, shared, tabStorage } from './browser';

/** A call for tokens takes at most this long, in milliseconds: a lost answer is asked for again soon enough. */
const TOKEN_LIMIT_MS = 10_000;

/** Posts without a session. Kept apart from the generated client, which needs a session to speak at all. */
async function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  let response: Response | undefined;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': LANGUAGE, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TOKEN_LIMIT_MS),
    });
    const answer: unknown = await response.json().catch(() => ({}));
    if (!response.ok) throw answer;
    return answer as T;
  } catch (error) {
    throw toApiError(error, response);
  }
}

/** Asks for tokens with a password or a refresh token. */
export function askForTokens(body: Record<string, string>): Promise<TokenAnswer> {
  return post('/api/oauth2/accessToken', body);
}

/** Exchanges the one-time code with which staff act as somebody else. */
export async function exchangeCode(code: string): Promise<AdminAnswer> {
  return (await post<{ data: AdminAnswer }>('/api/admin/jwt', { code })).data;
}

let chain: Promise<unknown> = Promise.resolve();

/** One tab at a time where the browser has locks, else one call at a time in this tab. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('placard.refresh', work);
  const next = chain.then(work, work);
  chain = next.catch(() => undefined);
  return next;
}

/** The session of this tab. Storage is not touched before its first use. */
export const session = new ClientSession({
  storage: shared,
  tab: tabStorage,
  cookies,
  now: () => Date.now(),
  newName: () => crypto.randomUUID(),
  exclusively,
  refresh: ({ refresh }) => askForTokens({ grant_type: 'refresh_token', refresh_token: refresh }),
  refreshAdmin: async ({ refresh, user }) => {
    const { data } = await post<{ data: AdminAnswer }>(`/api/admin/jwt/${user}`, undefined, { 'admin-jwt': refresh });
    return { ...data, access_token: data.token };
  },
  later: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Follows the server's wish for a logout, other tabs and wake-ups; `onChange` hears of every begin and end. */
export function watchSession(onChange: (change: ClientChange) => void): void {
  session.subscribe(onChange);
  session.sync();
  addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) session.sync();
  });
  addEventListener('online', () => session.sync());
  addEventListener('pageshow', (event) => {
    if (event.persisted) session.sync();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.sync();
  });
}

const subscribe = (changed: () => void) => session.subscribe(changed);
const never = () => false;

/** Whether somebody is logged in in this tab; never while a page is rendered before it is asked for. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(subscribe, () => session.current !== null, never);
}

/** Whether this tab speaks for somebody else than who is logged in. */
export function useIsActing(): boolean {
  return useSyncExternalStore(subscribe, () => session.isActing, never);
}

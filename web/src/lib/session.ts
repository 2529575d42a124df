/** The answer of `POST /api/oauth2/accessToken`. */
export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

/** What is kept in local storage. */
export interface StoredSession {
  access: string;
  refresh: string;
  /** Unix milliseconds. */
  expiresAt: number;
  /** Id of the session, the same through all refreshes; empty when the token tells none. */
  session: string;
  /** Id of the user. */
  user: string;
}

/** Why a session is over: it decides where the visitor goes and what is said. */
export type EndReason = 'logout' | 'expired' | 'refused' | 'other_tab' | 'other_user';

/** What happened to a session: it began, or it ended and was this user's. */
export type SessionChange = { kind: 'began' } | { kind: 'ended'; reason: EndReason; user: string };

/** The outside world of a session; tests bring their own. */
export interface SessionWorld {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now(): number;
  /** Runs the work while no other tab does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Exchanges the refresh token of a session; throws an object with `status` when refused, 0 when no answer came. */
  refresh(session: StoredSession): Promise<TokenAnswer>;
  /** Calls back after that many milliseconds; returns what cancels it. */
  later(milliseconds: number, work: () => void): () => void;
}

/** Under this name the own session is stored. */
export const SESSION_KEY = 'placard.session';
/** Seconds before expiry at which a token is refreshed. */
const REFRESH_AHEAD_S = 60;
/** A refresh never comes sooner than this after the last one, in seconds. */
const REFRESH_FLOOR_S = 300;
/** A token with less than this left, in milliseconds, is refreshed before it is used. */
const USABLE_MS = 5_000;
/**
 * Pauses before a refresh that got no answer is tried again, in milliseconds. The first ones fit with the call's own limit
 * into the 30 s in which the server gives the same tokens again, so that an answer that was lost costs nobody the session.
 */
const RETRIES_MS = [2_000, 5_000, 15_000, 60_000] as const;

/** Seconds to wait before the refresh of a token that lives `expiresIn` seconds. */
export function refreshDelay(expiresIn: number): number {
  return Math.max(expiresIn - REFRESH_AHEAD_S, REFRESH_FLOOR_S);
}

/** The claims of a signed token, unchecked: the server checks, the browser only wants to know whose it is. */
export function claims(token: string): { session: string; user: string } {
  try {
    const body = token.split('.')[1] ?? '';
    const text = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
    const json = JSON.parse(text) as Record<string, unknown>;
    return { session: String(json.sid ?? ''), user: String(json.sub ?? '') };
  } catch {
    return { session: '', user: '' };
  }
}

/** Another refresh token that lives at least as long is what another tab got. */
function isNewer(stored: StoredSession, mine: StoredSession): boolean {
  return stored.refresh !== mine.refresh && stored.expiresAt >= mine.expiresAt;
}

/** Tokens of this tab: stores, refreshes, follows other tabs, ends. */
export class Session {
  #world: SessionWorld;
  #current: StoredSession | null = null;
  #cancel: (() => void) | null = null;
  #refreshing: Promise<void> | null = null;
  #failures = 0;
  /** Another user logged in in another tab: their session is not taken over unasked. */
  #isForeign = false;
  #listeners = new Set<(change: SessionChange) => void>();

  constructor(world: SessionWorld) {
    this.#world = world;
    this.#current = this.#stored();
    if (this.#current) this.#schedule(this.#current.expiresAt - world.now());
  }

  /** The session in use, or null. The object changes with every refresh. */
  get current(): StoredSession | null {
    return this.#current;
  }

  /** Calls back at each begin and end. Returns what stops it. */
  subscribe(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins a session with the answer of a login. */
  begin(answer: TokenAnswer): void {
    this.#adopt(this.#write(answer, ''));
    this.#tell({ kind: 'began' });
  }

  /** Ends it here and, when this tab's tokens are the stored ones, in storage. */
  end(reason: EndReason): void {
    const mine = this.#current;
    this.#cancel?.();
    this.#cancel = null;
    this.#current = null;
    if (!mine) return;
    this.#isForeign = reason === 'other_user';
    if (this.#sameSession(this.#stored(), mine)) this.#world.storage.removeItem(SESSION_KEY);
    this.#tell({ kind: 'ended', reason, user: mine.user });
  }

  /** The server refused an access token: that ends the session it belongs to, and no later one. */
  refused(access: string): void {
    const { session, user } = claims(access);
    if (this.#current?.session === session && this.#current.user === user) this.end('refused');
  }

  /** The access token to send now; refreshes first when it is about to end. Null when logged out. */
  async accessToken(): Promise<string | null> {
    this.#follow();
    if (this.#current && this.#current.expiresAt - this.#world.now() < USABLE_MS) await this.refresh();
    return this.#current?.access ?? null;
  }

  /** Storage was changed by another tab, this tab woke up, or the connection is back. */
  sync(): void {
    this.#follow();
    const mine = this.#current;
    if (mine && mine.expiresAt - this.#world.now() < REFRESH_AHEAD_S * 1000) void this.refresh().catch(() => undefined);
  }

  /** Does as the other tabs did: ends with them, takes their newer tokens, logs in with them. */
  #follow(): void {
    const mine = this.#current;
    const stored = this.#stored();
    if (!mine) {
      if (!stored || this.#isForeign) return;
      this.#adopt(stored);
      this.#tell({ kind: 'began' });
    } else if (!stored) this.end('other_tab');
    else if (!this.#sameSession(stored, mine)) this.end('other_user');
    else if (isNewer(stored, mine)) this.#adopt(stored);
  }

  /** Exchanges the refresh token, once for all tabs: the one that waited adopts what the first one got. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#exchange().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #exchange(): Promise<void> {
    await this.#world.exclusively(async () => {
      const mine = this.#current;
      if (!mine) return;
      const stored = this.#stored();
      if (!stored) return this.end('other_tab');
      if (!this.#sameSession(stored, mine)) return this.end('other_user');
      if (isNewer(stored, mine) && stored.expiresAt - this.#world.now() > USABLE_MS) return this.#adopt(stored);
      try {
        const answer = await this.#world.refresh(stored);
        if (this.#goesOn(mine)) this.#adopt(this.#write(answer, mine.user));
      } catch (error) {
        if (!this.#goesOn(mine)) return;
        const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
        if (status >= 400 && status < 500 && status !== 429) return this.end('expired');
        this.#arm(RETRIES_MS[Math.min(this.#failures, RETRIES_MS.length - 1)] ?? 0);
        this.#failures += 1;
        if (mine.expiresAt <= this.#world.now()) throw error;
      }
    });
  }

  /** Whether it is still this session: a logout, here or elsewhere, and another login may come while an answer is waited for. */
  #goesOn(mine: StoredSession): boolean {
    this.#follow();
    return this.#sameSession(this.#current, mine);
  }

  #write(answer: TokenAnswer, user: string): StoredSession {
    const told = claims(answer.access_token);
    const stored: StoredSession = {
      access: answer.access_token,
      refresh: answer.refresh_token,
      expiresAt: this.#world.now() + answer.expires_in * 1000,
      session: told.session,
      user: told.user || user,
    };
    this.#world.storage.setItem(SESSION_KEY, JSON.stringify(stored));
    return stored;
  }

  #tell(change: SessionChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #adopt(stored: StoredSession): void {
    this.#current = stored;
    this.#failures = 0;
    this.#isForeign = false;
    this.#schedule(stored.expiresAt - this.#world.now());
  }

  #schedule(leftMs: number): void {
    // What is already late is refreshed at its first use instead.
    this.#arm(refreshDelay(leftMs / 1000) * 1000);
  }

  #arm(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#world.later(milliseconds, () => void this.refresh().catch(() => undefined));
  }

  #sameSession(a: StoredSession | null, b: StoredSession | null): boolean {
    return a !== null && b !== null && a.session === b.session && a.user === b.user;
  }

  #stored(): StoredSession | null {
    try {
      const value = JSON.parse(this.#world.storage.getItem(SESSION_KEY) ?? 'null') as Partial<StoredSession> | null;
      return value?.access && value.refresh && value.expiresAt
        ? { session: '', user: '', ...(value as Pick<StoredSession, 'access' | 'refresh' | 'expiresAt'>) }
        : null;
    } catch {
      return null;
    }
  }
}

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

/** The outside world of a session; tests bring their own. */
export interface SessionWorld {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now(): number;
  /** Runs the work while no other tab does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Exchanges a refresh token; throws an object with `status` when refused. */
  refresh(refreshToken: string): Promise<TokenAnswer>;
  /** Calls back after that many milliseconds; returns what cancels it. */
  later(milliseconds: number, work: () => void): () => void;
}

const KEY = 'placard.session';
const WANTED_KEY = 'placard.wanted';
/** Seconds before expiry at which a token is refreshed. */
const REFRESH_AHEAD_S = 60;
/** A refresh never comes sooner than this after the last one, in seconds. */
const REFRESH_FLOOR_S = 300;
/** A token with less than this left, in milliseconds, is refreshed before it is used. */
const USABLE_MS = 5_000;
/** Pause before a refresh that failed without an answer is tried again, in milliseconds. */
const RETRY_MS = 15_000;

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
  #listeners = new Set<(reason: EndReason | null) => void>();

  constructor(world: SessionWorld) {
    this.#world = world;
    this.#current = this.#stored();
    if (this.#current) this.#schedule(this.#current.expiresAt - world.now());
  }

  /** The session in use, or null. The object changes with every refresh. */
  get current(): StoredSession | null {
    return this.#current;
  }

  /** Calls back at each login (null) and end (the reason). Returns what ends it. */
  subscribe(listener: (reason: EndReason | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins a session with the answer of a login. */
  begin(answer: TokenAnswer): void {
    this.#adopt(this.#write(answer));
    for (const listener of this.#listeners) listener(null);
  }

  /** Ends it here and, when this tab's tokens are the stored ones, in storage. */
  end(reason: EndReason): void {
    const mine = this.#current;
    this.#cancel?.();
    this.#cancel = null;
    this.#current = null;
    if (mine && this.#sameSession(this.#stored(), mine)) this.#world.storage.removeItem(KEY);
    if (mine) for (const listener of this.#listeners) listener(reason);
  }

  /** The access token to send now; refreshes first when it is about to end. Null when logged out. */
  async accessToken(): Promise<string | null> {
    if (this.#current && this.#current.expiresAt - this.#world.now() < USABLE_MS) await this.refresh();
    return this.#current?.access ?? null;
  }

  /** Storage was changed by another tab, or this tab woke up. */
  sync(): void {
    const mine = this.#current;
    if (!mine) return;
    const stored = this.#stored();
    if (!stored) this.end('other_tab');
    else if (!this.#sameSession(stored, mine)) this.end('other_user');
    else if (isNewer(stored, mine)) this.#adopt(stored);
    else if (mine.expiresAt - this.#world.now() < REFRESH_AHEAD_S * 1000) void this.refresh();
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
        const answer = await this.#world.refresh(stored.refresh);
        // A logout may have come while the answer was on its way.
        if (this.#current) this.#adopt(this.#write(answer));
      } catch (error) {
        const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
        if (status >= 400 && status < 500 && status !== 429) this.end('expired');
        else if (mine.expiresAt <= this.#world.now()) throw error;
        else this.#arm(RETRY_MS);
      }
    });
  }

  #write(answer: TokenAnswer): StoredSession {
    const stored: StoredSession = {
      access: answer.access_token,
      refresh: answer.refresh_token,
      expiresAt: this.#world.now() + answer.expires_in * 1000,
      ...claims(answer.access_token),
    };
    this.#world.storage.setItem(KEY, JSON.stringify(stored));
    return stored;
  }

  #adopt(stored: StoredSession): void {
    this.#current = stored;
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
      const value = JSON.parse(this.#world.storage.getItem(KEY) ?? 'null') as Partial<StoredSession> | null;
      return value?.access && value.refresh && value.expiresAt
        ? { session: '', user: '', ...(value as Pick<StoredSession, 'access' | 'refresh' | 'expiresAt'>) }
        : null;
    } catch {
      return null;
    }
  }
}

/** Only paths inside this site are followed: one leading slash, no scheme, no backslash, no control character. */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > 2_000) return null;
  if (!/^\/(?![/\\])/.test(path) || path.includes('\\')) return null;
  for (const character of path) if (character.charCodeAt(0) < 0x20) return null;
  return path;
}

/** Remembers the page that a logged-out visitor wanted; `user` is whose session just ended, if one did. */
export function rememberWanted(storage: Pick<Storage, 'setItem'>, path: string, user: string | null): void {
  if (safePath(path)) storage.setItem(WANTED_KEY, JSON.stringify({ path, user }));
}

/** Takes the remembered page back; null when there is none or another user has logged in. */
export function takeWanted(storage: Pick<Storage, 'getItem' | 'removeItem'>, user: string): string | null {
  try {
    const wanted = JSON.parse(storage.getItem(WANTED_KEY) ?? 'null') as { path?: unknown; user?: unknown } | null;
    storage.removeItem(WANTED_KEY);
    if (!wanted || (wanted.user && wanted.user !== user)) return null;
    return safePath(wanted.path);
  } catch {
    return null;
  }
}

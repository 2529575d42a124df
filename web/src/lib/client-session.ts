import {
  type EndReason,
  Session,
  type SessionChange,
  type SessionWorld,
  type StoredSession,
  type TokenAnswer,
} from './session';

/** The answer that begins acting as somebody else, and each refresh of it. */
export interface AdminAnswer {
  token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

/** What happens to the session of this tab. Acting stands over the own session, which stays as it is. */
export type ClientChange = SessionChange | { kind: 'acting_began' } | { kind: 'acting_ended'; reason: EndReason };

/** The outside world of a tab's sessions; tests bring their own. */
export interface ClientWorld extends SessionWorld {
  /** Survives a reload of this tab and is not shared with others. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  cookies: {
    get(name: string): string | null;
    /** `maxAge` in seconds. */
    set(name: string, value: string, maxAge: number): void;
    remove(name: string): void;
  };
  /** A name that nobody else has. */
  newName(): string;
  /** Exchanges the refresh token of acting; as `refresh`. */
  refreshAdmin(session: StoredSession): Promise<TokenAnswer>;
}

/** A server that wants a local logout leaves this cookie. */
const LOGOUT_COOKIE = 'land_logout';
/** In this tab: which acting it belongs to. */
const MARK_KEY = 'placard.acting';
/** The tokens of acting live in a cookie of this name and the mark: after 30 minutes without a refresh they are gone. */
const ADMIN_COOKIE = 'placard_admin_';
/** How long that cookie lives, in seconds. */
export const ADMIN_COOKIE_S = 30 * 60;

/** Whom this tab speaks for: the logged-in user, or the one as whom a member of staff acts in this tab only. */
export class ClientSession {
  #world: ClientWorld;
  #parts: { own: Session; admin: Session | null } | null = null;
  #listeners = new Set<(change: ClientChange) => void>();

  constructor(world: ClientWorld) {
    this.#world = world;
  }

  /** Storage is read at the first use, so that the module can be loaded where there is none. */
  get #own(): Session {
    return this.#open().own;
  }
  get #admin(): Session | null {
    return this.#open().admin;
  }

  #open(): { own: Session; admin: Session | null } {
    if (this.#parts) return this.#parts;
    const parts = { own: new Session(this.#world), admin: this.#resumeAdmin() };
    this.#parts = parts;
    parts.own.subscribe((change) => {
      // Whoever loses their own session acts as nobody any more.
      if (change.kind === 'ended') this.endActing(change.reason);
      this.#tell(change);
    });
    return parts;
  }

  /** The session in use, or null. The object changes with every refresh. */
  get current(): StoredSession | null {
    return (this.#admin ?? this.#own).current;
  }

  /** Whether this tab speaks for somebody else than who is logged in. */
  get isActing(): boolean {
    return this.#admin !== null;
  }

  /** Whether somebody is logged in beside the acting. */
  get hasOwn(): boolean {
    return this.#own.current !== null;
  }

  /** Calls back at each change. Returns what stops it. */
  subscribe(listener: (change: ClientChange) => void): () => void {
    this.#open();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins the own session with the answer of a login. */
  begin(answer: TokenAnswer): void {
    this.#own.begin(answer);
  }

  /** Ends what is in use: acting alone, else the own session. */
  end(reason: EndReason): void {
    if (this.#admin) this.endActing(reason);
    else this.#own.end(reason);
  }

  /** Speaks for another user in this tab from now on. */
  beginActing(answer: AdminAnswer): void {
    const parts = this.#open();
    const before = parts.admin;
    const mark = this.#world.newName();
    const admin = this.#adminSession(mark);
    parts.admin = admin;
    before?.end('logout');
    this.#world.tab.setItem(MARK_KEY, mark);
    admin.begin({ ...answer, access_token: answer.token });
    this.#tell({ kind: 'acting_began' });
  }

  /** Ends acting; the own session goes on. */
  endActing(reason: EndReason): void {
    this.#admin?.end(reason);
  }

  /** The access token to send now; refreshes first when it is about to end. Null when logged out. */
  accessToken(): Promise<string | null> {
    return (this.#admin ?? this.#own).accessToken();
  }

  /** The server refused this token of the own session. */
  refused(access: string): void {
    this.#own.refused(access);
  }

  /**
   * The server refused this token of acting: another one to try once, or null when there is none. What cannot be refreshed
   * has ended by then, unless no answer came.
   */
  async renewActing(access: string): Promise<string | null> {
    const admin = this.#admin;
    if (!admin) return null;
    if (admin.current?.access === access) await admin.refresh();
    const renewed = admin.current?.access ?? null;
    return renewed === access ? null : renewed;
  }

  /** Exchanges the refresh token of what is in use. */
  refresh(): Promise<void> {
    return (this.#admin ?? this.#own).refresh();
  }

  /** Follows the server's wish for a logout and what other tabs did. */
  sync(): void {
    if (this.#world.cookies.get(LOGOUT_COOKIE) !== null) {
      this.#world.cookies.remove(LOGOUT_COOKIE);
      this.endActing('logout');
      this.#own.end('logout');
      return;
    }
    this.#admin?.sync();
    this.#own.sync();
  }

  #resumeAdmin(): Session | null {
    const mark = this.#world.tab.getItem(MARK_KEY);
    if (!mark) return null;
    const admin = this.#adminSession(mark);
    if (admin.current) return admin;
    this.#world.tab.removeItem(MARK_KEY);
    return null;
  }

  #adminSession(mark: string): Session {
    const { cookies, tab } = this.#world;
    const cookie = `${ADMIN_COOKIE}${mark}`;
    const admin = new Session({
      ...this.#world,
      storage: {
        getItem: () => cookies.get(cookie),
        setItem: (_key, value) => cookies.set(cookie, value, ADMIN_COOKIE_S),
        removeItem: () => cookies.remove(cookie),
      },
      refresh: this.#world.refreshAdmin,
    });
    admin.subscribe((change) => {
      if (change.kind !== 'ended' || this.#parts?.admin !== admin) return;
      this.#parts.admin = null;
      tab.removeItem(MARK_KEY);
      this.#tell({ kind: 'acting_ended', reason: change.reason });
    });
    return admin;
  }

  #tell(change: ClientChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

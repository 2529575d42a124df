import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_COOKIE_S, type AdminAnswer, type ClientChange, ClientSession } from './client-session';
import type { TokenAnswer } from './session';

function token(user: string, session: string, serial: number): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part({ sub: user, sid: session, serial })}.x`;
}

class FakeStorage {
  map = new Map<string, string>();
  getItem = (key: string) => this.map.get(key) ?? null;
  setItem = (key: string, value: string) => void this.map.set(key, value);
  removeItem = (key: string) => void this.map.delete(key);
}

let now = 0;
let shared = new FakeStorage();
let jar = new Map<string, { value: string; until: number }>();
let serial = 0;
let asked: string[] = [];
let adminAnswer: () => Promise<TokenAnswer>;

const own = (user = '1', session = '10'): TokenAnswer => {
  serial += 1;
  return { access_token: token(user, session, serial), refresh_token: `own${serial}`, expires_in: 3600 };
};
const acting = (user = '7', session = '70'): AdminAnswer => {
  serial += 1;
  return { token: token(user, session, serial), refresh_token: `act${serial}`, expires_in: 1800 };
};

/** A tab; two with one storage of their own are the same tab before and after a reload. */
function tab(mine = new FakeStorage()): ClientSession {
  let names = 0;
  return new ClientSession({
    storage: shared,
    tab: mine,
    cookies: {
      get: (name) => {
        const found = jar.get(name);
        return found && found.until > now ? found.value : null;
      },
      set: (name, value, maxAge) => void jar.set(name, { value, until: now + maxAge * 1000 }),
      remove: (name) => void jar.delete(name),
    },
    now: () => now,
    newName: () => {
      names += 1;
      return `mark${names}`;
    },
    exclusively: (work) => work(),
    refresh: ({ refresh }) => {
      asked.push(refresh);
      return Promise.resolve(own());
    },
    refreshAdmin: ({ refresh, user }) => {
      asked.push(`${user}:${refresh}`);
      return adminAnswer();
    },
    later: () => () => undefined,
  });
}

const told = (session: ClientSession): ClientChange[] => {
  const changes: ClientChange[] = [];
  session.subscribe((change) => changes.push(change));
  return changes;
};

beforeEach(() => {
  now = Date.parse('2026-11-21T12:00:00Z');
  shared = new FakeStorage();
  jar = new Map();
  serial = 0;
  asked = [];
  adminAnswer = async () => {
    const answer = acting();
    return { ...answer, access_token: answer.token };
  };
});

describe('acting as somebody else', () => {
  it('is in this tab alone, and leaves the own session of the others and of this one', async () => {
    const [first, second] = [tab(), tab()];
    first.begin(own());
    second.sync();
    const changes = told(second);
    second.beginActing(acting());
    expect(changes).toEqual([{ kind: 'acting_began' }]);
    expect([first.current?.user, second.current?.user]).toEqual(['1', '7']);
    expect([first.isActing, second.isActing]).toEqual([false, true]);
    expect(await first.accessToken()).not.toBe(await second.accessToken());
    second.end('logout');
    expect(changes.at(-1)).toEqual({ kind: 'acting_ended', reason: 'logout' });
    expect(second.current?.user).toBe('1');
    expect(first.current?.user).toBe('1');
    expect(jar.size).toBe(0);
  });

  it('outlives a reload of its tab for as long as its cookie, 30 minutes after the last refresh', async () => {
    const mine = new FakeStorage();
    tab(mine).beginActing(acting());
    expect(tab(mine).current?.user).toBe('7');
    expect(tab().isActing).toBe(false);
    now += 29 * 60_000;
    const again = tab(mine);
    await again.refresh();
    expect(asked).toEqual(['7:act1']);
    now += (ADMIN_COOKIE_S - 1) * 1000;
    expect(tab(mine).isActing).toBe(true);
    now += 1000;
    expect(tab(mine).isActing).toBe(false);
    expect(mine.map.size).toBe(0);
  });

  it('ends in an open tab when the cookie is gone', async () => {
    const session = tab();
    session.begin(own());
    session.beginActing(acting());
    const changes = told(session);
    now += ADMIN_COOKIE_S * 1000;
    expect(await session.accessToken()).toBeNull();
    expect(changes).toEqual([{ kind: 'acting_ended', reason: 'other_tab' }]);
    expect(session.current?.user).toBe('1');
  });

  it('ends with the own session, wherever that was ended', () => {
    const [first, second] = [tab(), tab()];
    first.begin(own());
    second.sync();
    second.beginActing(acting());
    const changes = told(second);
    first.end('logout');
    second.sync();
    expect(changes.map((change) => change.kind)).toEqual(['acting_ended', 'ended']);
    expect(second.current).toBeNull();
  });

  it('gives way to another one without a word of its end', () => {
    const session = tab();
    session.beginActing(acting('7', '70'));
    const changes = told(session);
    session.beginActing(acting('8', '80'));
    expect(changes).toEqual([{ kind: 'acting_began' }]);
    expect(session.current?.user).toBe('8');
    expect(jar.size).toBe(1);
  });
});

describe('a refused token of acting', () => {
  it('is renewed once, by whichever call is first', async () => {
    const session = tab();
    session.begin(own());
    session.beginActing(acting());
    const refused = (await session.accessToken()) ?? '';
    const renewed = await session.renewActing(refused);
    expect(renewed).not.toBe(refused);
    expect(await session.renewActing(refused)).toBe(renewed);
    expect(asked).toHaveLength(1);
  });
  it('ends acting alone when it cannot be renewed', async () => {
    const session = tab();
    session.begin(own());
    session.beginActing(acting());
    const changes = told(session);
    adminAnswer = () => Promise.reject(Object.assign(new Error('no'), { status: 401 }));
    expect(await session.renewActing((await session.accessToken()) ?? '')).toBeNull();
    expect(changes).toEqual([{ kind: 'acting_ended', reason: 'expired' }]);
    expect(session.current?.user).toBe('1');
  });
  it('ends nothing when no answer came', async () => {
    const session = tab();
    session.beginActing(acting());
    adminAnswer = () => Promise.reject(Object.assign(new Error('offline'), { status: 0 }));
    expect(await session.renewActing((await session.accessToken()) ?? '')).toBeNull();
    expect(session.isActing).toBe(true);
  });
});

describe('the server’s cookie land_logout', () => {
  it('ends the own session and acting, once', () => {
    const session = tab();
    session.begin(own());
    session.beginActing(acting());
    const changes = told(session);
    jar.set('land_logout', { value: '', until: now + 1000 });
    session.sync();
    expect(changes.map((change) => change.kind)).toEqual(['acting_ended', 'ended']);
    expect(shared.map.size).toBe(0);
    expect(jar.size).toBe(0);
    session.begin(own());
    session.sync();
    expect(session.current?.user).toBe('1');
  });
});

it('touches no storage before it is used', () => {
  shared = new Proxy(shared, {
    get: () => {
      throw new Error('touched');
    },
  });
  expect(() => tab()).not.toThrow();
});

import { beforeEach, describe, expect, it } from 'vitest';
import {
  claims,
  refreshDelay,
  rememberWanted,
  Session,
  type SessionWorld,
  safePath,
  type TokenAnswer,
  takeWanted,
} from './session';

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
let storage = new FakeStorage();
let timers: { at: number; work: () => void }[] = [];
let serial = 0;
let refreshes: string[] = [];
let answer: (token: string) => Promise<TokenAnswer>;
let lock: Promise<unknown> = Promise.resolve();

function grant(user = '7', session = '1', lives = 3600): TokenAnswer {
  serial += 1;
  return { access_token: token(user, session, serial), refresh_token: `r${serial}`, expires_in: lives };
}

function tab(): Session {
  const world: SessionWorld = {
    storage,
    now: () => now,
    exclusively: (work) => {
      const next = lock.then(work, work);
      lock = next.catch(() => undefined);
      return next;
    },
    refresh: (refresh) => {
      refreshes.push(refresh);
      return answer(refresh);
    },
    later: (milliseconds, work) => {
      const timer = { at: now + milliseconds, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return new Session(world);
}

beforeEach(() => {
  now = Date.parse('2026-11-21T12:00:00Z');
  storage = new FakeStorage();
  timers = [];
  serial = 0;
  refreshes = [];
  lock = Promise.resolve();
  answer = () => Promise.resolve(grant());
});

describe('refresh', () => {
  it('comes a minute before expiry and never sooner than 300 s', () => {
    expect(refreshDelay(3600)).toBe(3540);
    expect(refreshDelay(120)).toBe(300);
  });
  it('is armed at login and again after each refresh', async () => {
    const session = tab();
    session.begin(grant());
    expect(timers.map((timer) => timer.at - now)).toEqual([3_540_000]);
    now += 3_540_000;
    timers[0]?.work();
    await session.refresh();
    expect(refreshes).toEqual(['r1']);
    expect(session.current?.refresh).toBe('r2');
    expect(timers.at(-1)?.at).toBe(now + 3_540_000);
  });
  it('happens before a token that has ended is used', async () => {
    const session = tab();
    session.begin(grant());
    now += 3_700_000;
    expect(await session.accessToken()).toBe(session.current?.access);
    expect(refreshes).toEqual(['r1']);
  });
  it('happens once for two tabs: the second adopts', async () => {
    const [one, two] = [tab(), tab()];
    one.begin(grant());
    const other = tab();
    await Promise.all([one.refresh(), other.refresh()]);
    expect(refreshes).toEqual(['r1']);
    expect(other.current?.refresh).toBe('r2');
    expect(two.current).toBeNull();
  });
  it('that is refused ends the session', async () => {
    const session = tab();
    session.begin(grant());
    const ends: unknown[] = [];
    session.subscribe((reason) => ends.push(reason));
    answer = () => Promise.reject(Object.assign(new Error('no'), { status: 401 }));
    await session.refresh();
    expect(ends).toEqual(['expired']);
    expect(session.current).toBeNull();
    expect(storage.map.size).toBe(0);
  });
  it('that gets no answer is tried again while the token holds', async () => {
    const session = tab();
    session.begin(grant());
    answer = () => Promise.reject(Object.assign(new Error('offline'), { status: 0 }));
    await session.refresh();
    expect(session.current).not.toBeNull();
    expect(timers.at(-1)?.at).toBe(now + 15_000);
  });
  it('does not bring back a session that was ended meanwhile', async () => {
    const session = tab();
    session.begin(grant());
    let release: (value: TokenAnswer) => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const running = session.refresh();
    await Promise.resolve();
    await Promise.resolve();
    session.end('logout');
    release(grant());
    await running;
    expect(session.current).toBeNull();
  });
});

describe('other tabs', () => {
  it('hand over a newer token of the same session', () => {
    const session = tab();
    session.begin(grant());
    now += 1000;
    tab().begin(grant());
    session.sync();
    expect(session.current?.refresh).toBe('r2');
  });
  it('end this one with a token of another user or session, which stays stored', () => {
    for (const [user, id] of [
      ['8', '1'],
      ['7', '2'],
    ] as const) {
      storage = new FakeStorage();
      const session = tab();
      session.begin(grant());
      tab().begin(grant(user, id));
      const ends: unknown[] = [];
      session.subscribe((reason) => ends.push(reason));
      session.sync();
      expect(ends).toEqual(['other_user']);
      expect(storage.map.size).toBe(1);
    }
  });
  it('end this one by logging out', () => {
    const session = tab();
    session.begin(grant());
    storage.map.clear();
    session.sync();
    expect(session.current).toBeNull();
  });
});

describe('paths', () => {
  it('are followed only inside this site', () => {
    expect(safePath('/advertiser/campaigns?status=stopped')).toBe('/advertiser/campaigns?status=stopped');
    for (const bad of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
      null,
      '/a\nb',
      `/${'x'.repeat(3000)}`,
    ]) {
      expect(safePath(bad)).toBeNull();
    }
  });
  it('are remembered for whoever logs in next, unless they belonged to another user', () => {
    rememberWanted(storage, '/webmaster/sites', null);
    expect(takeWanted(storage, '7')).toBe('/webmaster/sites');
    expect(takeWanted(storage, '7')).toBeNull();
    rememberWanted(storage, '/webmaster/sites', '8');
    expect(takeWanted(storage, '7')).toBeNull();
  });
});

it('reads whose token it is, and nothing from what is no token', () => {
  expect(claims(token('7', '12', 1))).toEqual({ session: '12', user: '7' });
  expect(claims('nonsense')).toEqual({ session: '', user: '' });
});

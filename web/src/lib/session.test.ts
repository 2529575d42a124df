import { beforeEach, describe, expect, it } from 'vitest';
import { claims, refreshDelay, Session, type SessionWorld, type TokenAnswer } from './session';

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
    refresh: ({ refresh }) => {
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
    const one = tab();
    one.begin(grant());
    const other = tab();
    await Promise.all([one.refresh(), other.refresh()]);
    expect(refreshes).toEqual(['r1']);
    expect(other.current?.refresh).toBe('r2');
  });
  it('that is refused ends the session', async () => {
    const session = tab();
    session.begin(grant());
    const ends: unknown[] = [];
    session.subscribe((change) => ends.push(change));
    answer = () => Promise.reject(Object.assign(new Error('no'), { status: 401 }));
    await session.refresh();
    expect(ends).toEqual([{ kind: 'ended', reason: 'expired', user: '7' }]);
    expect(session.current).toBeNull();
    expect(storage.map.size).toBe(0);
  });
  it('that gets no answer is tried again while the token holds', async () => {
    const session = tab();
    session.begin(grant());
    answer = () => Promise.reject(Object.assign(new Error('offline'), { status: 0 }));
    await session.refresh();
    expect(session.current).not.toBeNull();
    const pauses = [];
    for (let failure = 0; failure < 5; failure += 1) {
      pauses.push((timers.at(-1)?.at ?? 0) - now);
      await session.refresh();
    }
    expect(pauses).toEqual([2_000, 5_000, 15_000, 60_000, 60_000]);
    answer = () => Promise.resolve(grant());
    await session.refresh();
    expect(timers.map((timer) => timer.at - now)).toEqual([3_540_000]);
  });
  it('whose answer was lost on the way costs nobody the session', async () => {
    // As the server does it: a token exchanged less than 30 s ago gets the same successor, an older one ends the family.
    const used = new Map<string, { at: number; next: TokenAnswer }>();
    let isLosing = true;
    answer = async (refresh) => {
      const before = used.get(refresh);
      if (before && now - before.at >= 30_000) throw Object.assign(new Error('reused'), { status: 401 });
      const next = before?.next ?? grant();
      used.set(refresh, before ?? { at: now, next });
      // The call gives up after its own 10 s.
      if (isLosing) now += 10_000;
      if (isLosing) throw Object.assign(new Error('lost'), { status: 0 });
      return next;
    };
    const [one, two] = [tab(), tab()];
    one.begin(grant());
    two.sync();
    now += 3_540_000;
    await one.refresh();
    expect(one.current?.refresh).toBe('r1');
    // The first repeat is lost too; the second tab asks meanwhile.
    now = timers.at(-1)?.at ?? 0;
    await one.refresh();
    isLosing = false;
    now = timers.at(-1)?.at ?? 0;
    await Promise.all([one.refresh(), two.refresh()]);
    expect(refreshes).toEqual(['r1', 'r1', 'r1']);
    expect([one.current?.refresh, two.current?.refresh]).toEqual(['r2', 'r2']);
  });
  it('says so to the caller when the token has ended and no answer came, and keeps the session', async () => {
    const session = tab();
    session.begin(grant());
    now += 3_700_000;
    answer = () => Promise.reject(Object.assign(new Error('offline'), { status: 0 }));
    await expect(session.accessToken()).rejects.toThrow('offline');
    expect(session.current?.refresh).toBe('r1');
    answer = () => Promise.resolve(grant());
    expect(await session.accessToken()).toBe(session.current?.access);
    expect(session.current?.refresh).toBe('r2');
  });
  it('whose answer comes late neither brings back a session that was ended meanwhile nor touches the next one', async () => {
    const answers = [
      () => Promise.resolve(grant()),
      () => Promise.reject(Object.assign(new Error('no'), { status: 401 })),
      () => Promise.reject(Object.assign(new Error('offline'), { status: 0 })),
    ];
    for (const next of ['none', 'here', 'elsewhere']) {
      for (const late of answers) {
        storage = new FakeStorage();
        timers = [];
        const session = tab();
        session.begin(grant());
        let release: () => void = () => undefined;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        answer = () => held.then(late);
        const running = session.refresh();
        await Promise.resolve();
        await Promise.resolve();
        if (next === 'elsewhere') tab().begin(grant('8', '2'));
        else session.end('logout');
        if (next === 'here') session.begin(grant('8', '2'));
        const before = new Map(storage.map);
        release();
        await running;
        expect(storage.map, next).toEqual(before);
        expect(session.current?.user, next).toBe(next === 'here' ? '8' : undefined);
        expect(timers, next).toHaveLength(next === 'none' ? 0 : 1);
      }
    }
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
      session.subscribe((change) => ends.push(change));
      session.sync();
      expect(ends).toEqual([{ kind: 'ended', reason: 'other_user', user: '7' }]);
      expect(storage.map.size).toBe(1);
      // Whoever it is now does not get this tab unasked.
      session.sync();
      expect(session.current).toBeNull();
    }
  });
  it('are followed before a token is used, not only when the browser tells', async () => {
    const session = tab();
    session.begin(grant());
    tab().begin(grant('8', '2'));
    expect(await session.accessToken()).toBeNull();
  });
  it('log this one in with them when nobody was', () => {
    const session = tab();
    const changes: unknown[] = [];
    session.subscribe((change) => changes.push(change));
    tab().begin(grant());
    session.sync();
    expect(session.current?.refresh).toBe('r1');
    expect(changes).toEqual([{ kind: 'began' }]);
  });
  it('end this one by logging out', () => {
    const session = tab();
    session.begin(grant());
    storage.map.clear();
    session.sync();
    expect(session.current).toBeNull();
  });
});

it('is ended by a refused token of its own, not by one of an earlier session', () => {
  const session = tab();
  const earlier = grant('7', '1');
  session.begin(grant('7', '2'));
  session.refused(earlier.access_token);
  expect(session.current?.session).toBe('2');
  // An older token of the same session is refused because the session is over.
  session.refused(grant('7', '2').access_token);
  expect(session.current).toBeNull();
});

it('reads whose token it is, and nothing from what is no token', () => {
  expect(claims(token('7', '12', 1))).toEqual({ session: '12', user: '7' });
  expect(claims('nonsense')).toEqual({ session: '', user: '' });
});

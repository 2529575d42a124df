/** The push opt-in of a site: who is asked, when, and what becomes of the browser's subscription. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KNOWN } from '../src/push-names';
import { HostPage } from './page';

const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const OTHER_KEY = `${KEY.slice(0, -2)}xw`;

const bytes = (key: string): ArrayBuffer =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)).buffer;

/** A browser's subscription. */
class Subscription {
  ended = false;
  constructor(
    readonly endpoint: string,
    readonly key: string,
  ) {}
  get options() {
    return { applicationServerKey: bytes(this.key) };
  }
  toJSON() {
    return { endpoint: this.endpoint, keys: { p256dh: 'p', auth: 'a' } };
  }
  async unsubscribe() {
    this.ended = true;
    browser.subscription = null;
    return true;
  }
}

/** What the browser knows and says. */
const browser = {
  permission: 'default' as NotificationPermission,
  says: 'granted' as NotificationPermission,
  subscription: null as Subscription | null,
  others: [] as { scope: string; endpoint: string }[],
  hasWorker: true,
  asked: 0,
  made: 0,
  registered: [] as [string, { scope: string }][],
  stored: undefined as unknown,
  kept: new Map<string, unknown>(),
};

let page: HostPage;
let settings: Record<string, unknown>;
let answer: { status: number; body: unknown };

const manager = {
  getSubscription: async () => browser.subscription,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    const key = btoa(String.fromCharCode(...applicationServerKey))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');
    browser.made += 1;
    browser.subscription = new Subscription(`https://push.example/${browser.made}`, key);
    return browser.subscription;
  },
};

/** As much of a database as a few values need. */
const database = {
  open() {
    const request: Record<string, unknown> = {};
    const run = (step: Record<string, (() => void) | undefined>) => queueMicrotask(() => step.oncomplete?.());
    request.result = {
      close() {},
      createObjectStore() {},
      transaction() {
        const step: Record<string, unknown> = {
          objectStore: () => ({
            get: (key: string) => {
              const got: Record<string, unknown> = { result: key === KNOWN ? browser.stored : browser.kept.get(key) };
              queueMicrotask(() => (got.onsuccess as () => void)?.());
              return got;
            },
            put: (value: unknown, key: string) => {
              if (key === KNOWN) {
                browser.stored = value;
              } else {
                browser.kept.set(key, value);
              }
              return {};
            },
          }),
        };
        queueMicrotask(() => run(step as Record<string, () => void>));
        return step;
      },
    };
    queueMicrotask(() => (request.onsuccess as () => void)?.());
    return request;
  },
};

beforeEach(() => {
  page = new HostPage();
  Object.assign(browser, {
    permission: 'default',
    says: 'granted',
    subscription: null,
    others: [],
    hasWorker: true,
    asked: 0,
    made: 0,
    registered: [],
    stored: undefined,
    kept: new Map(),
  });
  answer = { status: 200, body: { name: 'name-1' } };
  settings = {
    block: 7,
    key: KEY,
    worker: '/placard-push/sw.js',
    scope: '/placard-push/',
    kind: 1,
    position: 1,
    background: '#ffffff',
    color: '#222222',
    accent: '#113355',
    delay_s: 8,
    ask_page: 1,
    ask_days: 14,
    questions: [
      { language: 'en', title: 'Hear it first', text: 'News and offers.', accept: 'Yes', later: 'Not now' },
      { language: 'de', title: 'Zuerst erfahren', text: 'Neues und Angebote.', accept: 'Ja', later: 'Später' },
    ],
  };
  page.answer = () => ({ blocks: [{ ...page.block(7, 0), placement: 'opt-in', empty: 'it asks' }], why_url: '' });
  const before = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/d/push/7.json')) {
      return { ok: true, json: async () => settings };
    }
    if (url.endsWith('/api/push/subscriptions')) {
      page.asked.push({ url, body: JSON.parse(String(init.body)) });
      return { ok: answer.status === 200, status: answer.status, json: async () => answer.body };
    }
    return before(url, init);
  });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('indexedDB', database);
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.says;
      return browser.says;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async (url: string, options: { scope: string }) => {
        browser.registered.push([url, options]);
        if (!browser.hasWorker) {
          throw new TypeError('Failed to register a ServiceWorker: 404');
        }
        return { active: {}, scope: 'https://site.example/placard-push/', pushManager: manager };
      },
      getRegistrations: async () =>
        browser.others.map(({ scope, endpoint }) => ({
          scope,
          pushManager: { getSubscription: async () => new Subscription(endpoint, OTHER_KEY) },
        })),
    },
  });
});

afterEach(() => {
  page.end();
  sessionStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'userAgentData');
  document.documentElement.lang = '';
});

/** Loads a page with the opt-in, and lets it have so long. */
async function visit(ms = 0) {
  await page.load();
  const place = await page.place(7);
  await page.approach(place);
  await page.settle(ms);
  return place;
}

/** The same visitor opens another page. */
async function visitNext(ms: number) {
  document.body.replaceChildren();
  for (const name of Object.getOwnPropertyNames(window).filter((key) => /^placard(@|$)/.test(key))) {
    Reflect.deleteProperty(window, name);
  }
  return visit(ms);
}

/** The question, where it is asked. */
const question = (): Element | undefined =>
  [...document.body.children]
    .find((element) => element.shadowRoot?.querySelector('.ask'))
    ?.shadowRoot?.querySelector('.ask') ?? undefined;

const press = async (which: '.yes' | 'button:not(.yes)') => {
  question()?.querySelector<HTMLElement>(which)?.click();
  await page.settle();
};

const events = () => page.calls('/d/push/events').map(({ event }) => event);
const told = () => page.calls('/api/push/subscriptions');

describe('a visitor', () => {
  test('is asked by the site after its delay, and subscribes with a yes to both', async () => {
    await visit(5_000);
    expect(question()).toBeUndefined();
    expect(browser.registered).toEqual([
      ['/placard-push/sw.js', { scope: '/placard-push/', updateViaCache: 'imports' }],
    ]);
    await page.settle(4_000);
    expect(question()?.textContent).toContain('Hear it first');
    expect(browser.asked).toBe(0);
    await press('.yes');
    expect(browser.asked).toBe(1);
    expect(question()).toBeUndefined();
    expect(told()).toEqual([
      {
        block: 7,
        subscription: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
        key: KEY,
        utc_offset: 0 - new Date().getTimezoneOffset(),
        asked: true,
      },
    ]);
    expect(events()).toEqual(['asked']);
    expect(browser.stored).toEqual({
      base: 'https://ads.example',
      block: 7,
      name: 'name-1',
      key: KEY,
      endpoint: 'https://push.example/1',
    });
  });

  test('who says not now, or closes the question by a key, is left alone for the days of the site', async () => {
    await visit(9_000);
    await press('button:not(.yes)');
    expect([events(), browser.asked]).toEqual([['asked', 'later'], 0]);
    await visitNext(9_000);
    expect(question()).toBeUndefined();
    vi.setSystemTime(Date.now() + 14 * 86_400_000);
    await visitNext(9_000);
    question()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await page.settle();
    expect(question()).toBeUndefined();
    expect(events()).toEqual(['asked', 'later', 'asked', 'later']);
  });

  test('who blocks it in the browser is counted, and never asked again', async () => {
    browser.says = 'denied';
    await visit(9_000);
    await press('.yes');
    expect([events(), told()]).toEqual([['asked', 'denied'], []]);
    vi.setSystemTime(Date.now() + 100 * 86_400_000);
    await visitNext(9_000);
    expect([question(), browser.asked]).toEqual([undefined, 1]);
  });

  test('is asked in the language of the page', async () => {
    document.documentElement.lang = 'de-AT';
    await visit(9_000);
    expect(question()?.textContent).toContain('Zuerst erfahren');
    expect(question()?.getAttribute('lang')).toBe('de');
  });

  test('sees the picture of the site over the bell, or the bell alone where it does not load', async () => {
    settings.picture = '/m/boat.160.webp';
    await visit(9_000);
    const image = question()?.querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://ads.example/m/boat.160.webp');
    expect([image?.getAttribute('alt'), image?.loading]).toEqual(['', 'lazy']);
    expect(image?.previousElementSibling?.localName).toBe('svg');
    image?.dispatchEvent(new Event('error'));
    expect([...(question()?.querySelectorAll('svg,img') ?? [])].map(({ localName }) => localName)).toEqual(['svg']);
  });

  test('sees the bell alone where the site has no picture', async () => {
    await visit(9_000);
    expect([...(question()?.querySelectorAll('svg,img') ?? [])].map(({ localName }) => localName)).toEqual(['svg']);
  });

  test('is asked on the page of the visit that the site chose', async () => {
    settings.ask_page = 2;
    await visit(9_000);
    expect(question()).toBeUndefined();
    await visitNext(9_000);
    expect(question()).toBeDefined();
  });

  test('is asked by the browser at once only where browsers allow that', async () => {
    settings.kind = 2;
    await visit(9_000);
    expect([browser.asked, !!question()]).toEqual([0, true]);
    localStorage.clear();
    Object.defineProperty(navigator, 'userAgentData', { configurable: true, value: {} });
    await visitNext(9_000);
    expect([browser.asked, told().length]).toEqual([1, 1]);
  });

  test('is not asked under a dialog of the page, and the question stands aside for one', async () => {
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    const rects = vi.spyOn(dialog, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
    await visit(20_000);
    expect(question()).toBeUndefined();
    rects.mockReturnValue([] as unknown as DOMRectList);
    await page.settle(1_500);
    expect((question() as HTMLElement).hidden).toBe(false);
    rects.mockReturnValue([{}] as unknown as DOMRectList);
    await page.settle(1_000);
    expect((question() as HTMLElement).hidden).toBe(true);
  });

  test('is asked for nothing in vain: not without the worker file, nor where browsers have no push', async () => {
    browser.hasWorker = false;
    await visit(9_000);
    expect([question(), events()]).toEqual([undefined, []]);
    expect(page.told.join()).toContain('notifications could not be asked for');
    Reflect.deleteProperty(window, 'PushManager');
    await visitNext(9_000);
    expect(browser.registered).toHaveLength(1);
  });
});

describe('a subscriber', () => {
  beforeEach(() => {
    browser.permission = 'granted';
  });

  const known = (endpoint: string, key = KEY) => ({
    base: 'https://ads.example',
    block: 7,
    name: 'old',
    key,
    endpoint,
  });

  test('who is known is told nothing, and asked nothing', async () => {
    browser.subscription = new Subscription('https://push.example/0', KEY);
    browser.stored = known('https://push.example/0');
    await visit(9_000);
    expect([told(), question(), browser.made]).toEqual([[], undefined, 0]);
  });

  test('whose key is not the newest changes to it', async () => {
    const before = new Subscription('https://push.example/0', OTHER_KEY);
    browser.subscription = before;
    browser.stored = known('https://push.example/0', OTHER_KEY);
    await visit();
    expect(before.ended).toBe(true);
    expect(told()).toMatchObject([
      { key: KEY, asked: false, previous_name: 'old', previous_endpoint: 'https://push.example/0' },
    ]);
    expect(browser.stored).toMatchObject({ name: 'name-1', endpoint: 'https://push.example/1', key: KEY });
  });

  test('whose subscription vanished gets another one', async () => {
    browser.stored = known('https://push.example/0');
    await visit();
    expect(told()).toMatchObject([{ subscription: { endpoint: 'https://push.example/1' }, previous_name: 'old' }]);
  });

  test('of another provider is told by the hash of its endpoint alone', async () => {
    browser.others = [{ scope: 'https://site.example/', endpoint: 'https://push.example/theirs' }];
    await visit();
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    const [sent] = told();
    expect(sent.previous_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(sent)).not.toContain('theirs');
  });

  test('who has ended it is not brought back', async () => {
    browser.subscription = null;
    browser.stored = known('https://push.example/0');
    answer = { status: 409, body: {} };
    await visit();
    expect([told().length, browser.subscription]).toEqual([1, null]);
  });
});

describe('the way out', () => {
  const known = { base: 'https://ads.example', block: 7, name: 'a b', key: KEY, endpoint: 'https://push.example/0' };
  const end = 'https://ads.example/push/unsubscribe?name=a%20b';

  test('is a call of the page, where this browser is subscribed', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { href: location.href, origin: location.origin, search: '', assign });
    await page.load();
    const none = vi.fn();
    page.placard.cmd.push((placard) => placard.unsubscribe(none));
    await page.settle();
    expect([assign.mock.calls, none.mock.calls.length]).toEqual([[], 1]);
    browser.stored = known;
    page.placard.cmd.push((placard) => placard.unsubscribe(none));
    await page.settle();
    expect([assign.mock.calls, none.mock.calls.length]).toEqual([[[end]], 1]);
  });

  /** The worker, with what it shows and opens. */
  async function work() {
    type Heard = (event: unknown) => void;
    interface Told {
      actions: { action: string; title: string }[];
      data: unknown;
    }
    const ears: Record<string, Heard> = {};
    const told: Told[] = [];
    const opened: string[] = [];
    const asked: { url: string; body: unknown }[] = [];
    vi.stubGlobal('self', {
      addEventListener: (type: string, ear: Heard) => {
        ears[type] = ear;
      },
      registration: {
        scope: 'https://site.example/placard-push/',
        pushManager: manager,
        showNotification: async (_title: string, options: Told) => void told.push(options),
      },
      clients: { openWindow: async (url: string) => void opened.push(url) },
    });
    vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
      asked.push({ url, body: init?.body && JSON.parse(init.body) });
      if (url.endsWith('/d/push/7.json')) return { ok: true, status: 200, json: async () => ({ key: OTHER_KEY }) };
      if (url.endsWith('/api/push/subscriptions')) return { ok: true, status: 200, json: async () => ({ name: 'c' }) };
      return { ok: true, status: 204 };
    });
    vi.resetModules();
    await import('../src/push-worker');
    const tell = async (type: string, event: object) => {
      ears[type]?.({ stopImmediatePropagation() {}, waitUntil() {}, ...event });
      await page.settle(2_000);
    };
    return {
      asked,
      opened,
      /** The browser has ended a subscription, and made another or not. */
      renew: (event: object) => tell('pushsubscriptionchange', event),
      /** Has a message come, and gives what its buttons are called. */
      async arrive(token: string, buttons: { action: string; title: string }[]) {
        const notification = { title: 'Boat', body: '', buttons, click: `/c/${token}` };
        const message = { placard: 1, token, tag: token, notification };
        await tell('push', { data: { json: () => message } });
        return told.at(-1)?.actions.map(({ title }) => title);
      },
      click: (action: string) =>
        tell('notificationclick', { action, notification: { data: told.at(-1)?.data, close() {} } }),
    };
  }

  const look = { action: 'open', title: 'Look' };
  const no = { action: 'close', title: 'No' };

  test('stands in place of the button that closes in the first of four notifications', async () => {
    browser.stored = known;
    const { arrive, click, opened } = await work();
    expect(await arrive('a', [look, no])).toEqual(['Look', 'Stop these']);
    // It comes again, and is the same.
    expect(await arrive('a', [look, no])).toEqual(['Look', 'Stop these']);
    await click('stop');
    expect(opened).toEqual([end]);
    for (const token of ['b', 'c', 'd']) {
      expect(await arrive(token, [no, look])).toEqual(['No', 'Look']);
    }
    await click('placard-0');
    expect(opened).toHaveLength(1);
    expect(await arrive('e', [no, look])).toEqual(['Stop these', 'Look']);
    await click('placard-1');
    expect(opened.at(-1)).toMatch(/\/c\/e\?button=1$/);
  });

  test('stands in every notification with a free button, and in place of the last where none closes', async () => {
    browser.stored = known;
    const { arrive } = await work();
    expect(await arrive('a', [look, { ...look, title: 'Buy' }])).toEqual(['Look', 'Stop these']);
    expect(await arrive('b', [look])).toEqual(['Look', 'Stop these']);
    expect(await arrive('c', [])).toEqual(['Stop these']);
  });

  test('is missing only where the subscription is not known', async () => {
    const { arrive } = await work();
    expect(await arrive('a', [look, no])).toEqual(['Look', 'No']);
  });

  test('of a subscription is kept known where the browser puts another in its place', async () => {
    browser.stored = known;
    const { asked, renew } = await work();
    await renew({
      oldSubscription: new Subscription(known.endpoint, KEY),
      newSubscription: new Subscription('https://push.example/9', KEY),
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      url: 'https://ads.example/api/push/subscriptions',
      body: {
        block: 7,
        key: KEY,
        subscription: { endpoint: 'https://push.example/9' },
        previous_endpoint: known.endpoint,
        previous_name: 'a b',
      },
    });
    expect(browser.stored).toEqual({ ...known, name: 'c', endpoint: 'https://push.example/9' });
  });

  test('stays where the browser has ended a subscription: the worker makes one, by the newest key', async () => {
    browser.stored = known;
    const { asked, renew } = await work();
    await renew({});
    expect(asked.map(({ url }) => url)).toEqual([
      'https://ads.example/d/push/7.json',
      'https://ads.example/api/push/subscriptions',
    ]);
    expect([browser.made, browser.subscription?.key]).toEqual([1, OTHER_KEY]);
    expect(asked[1]?.body).toMatchObject({ key: OTHER_KEY, previous_endpoint: known.endpoint, previous_name: 'a b' });
    expect(browser.stored).toEqual({ ...known, name: 'c', key: OTHER_KEY, endpoint: 'https://push.example/1' });
  });

  test('is not opened anew where no subscription is known', async () => {
    const { asked, renew } = await work();
    await renew({});
    expect([asked, browser.made]).toEqual([[], 0]);
  });
});

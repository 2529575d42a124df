/**
 * The service worker of push: shows messages as notifications, reports them, and leads to what was clicked. It is imported by one
 * line of a file on the webmaster's own domain, in a scope that holds no page or beside a worker that the site has already.
 *
 * Goals, in this order: each push of ours shows something; nothing is lost where the network is away; a site's own worker is not
 * disturbed.
 */
import {
  DATABASE,
  KNOWN,
  type Known,
  STORE,
  SUBSCRIBE_PATH,
  type Subscribe,
  settingsPath,
  UNSUBSCRIBE_PAGE,
  WAITING,
  WORKER_SCOPE,
} from './push-names';

/** Replaced by the server with the network's address when it serves the file. */
const BASE = 'https://placard.invalid';
/** How long another ad than the one that came is waited for, in ms. */
const FRESH_MS = 1500;
/** How long the database is waited for before a notification is shown without it, in ms. */
const DATABASE_MS = 500;
/** How long an answer to a report is waited for, in ms. */
const REPORT_MS = 10_000;
/** How long a report is kept, in ms: as long as the server takes it. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** The most reports that wait. */
const REPORTS_MAX = 200;
/** The most tokens of one report; the server refuses more. */
const TOKENS_MAX = 64;
/** The most notifications that are remembered, so that a message that comes again shows the same. */
const SHOWN_MAX = 20;
/** Key of what was shown. */
const SHOWN = 'shown';
/** Name of the browser's wake-up call when the network is back. */
const SYNC = 'placard-reports';
/** The most buttons that browsers show. */
const BUTTONS_MAX = 2;
/** Names our own button. */
const STOP = 'stop';
/** Of so many notifications one has our own button even where the ad needs all: the first does. */
const STOP_EVERY = 4;
/** Key of how many were shown. */
const COUNT = 'count';
/** What names a button in the browser's events. */
const BUTTON = 'placard-';

/** A button. */
interface Button {
  action: string;
  title: string;
}

/** What a notification shows. */
interface Shown {
  title: string;
  body: string;
  icon?: string;
  image?: string;
  buttons?: Button[];
  click: string;
}

/** A message; the server's side is `delivery/push.rs`. */
interface Message {
  placard: number;
  token: string;
  tag: string;
  notification: Shown;
}

/** What the server says to show instead. */
interface Fresh {
  token: string;
  notification: Shown;
}

/** A notification that was shown. */
interface Kept extends Fresh {
  tag: string;
  at: number;
}

/** A report that waits. */
interface Report {
  token: string;
  at: number;
}

/** What a click needs. */
interface Data {
  placard: number;
  click: string;
  buttons: Button[];
  /** Where the subscription is ended, where that is known. */
  stop?: string | undefined;
}

type Waiting = Event & { waitUntil(step: Promise<unknown>): void };

/** The worker's global object, as far as it is needed: the project's types are those of pages. */
const worker = self as unknown as {
  addEventListener(type: string, listener: (event: Waiting) => void): void;
  registration: ServiceWorkerRegistration & { sync?: { register(name: string): Promise<void> } };
  clients: { openWindow(url: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
};

/** Whether this worker is for pushes alone. Beside a site's own worker only what is ours is touched. */
const isAlone = (): boolean => new URL(worker.registration.scope).pathname.endsWith(WORKER_SCOPE);

/** What a promise gives, or nothing when that takes too long or fails. */
const within = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([promise, new Promise<undefined>((over) => setTimeout(over, ms))]).catch(() => undefined);

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Changes a value of the database in one step, and gives what it is then. */
const change = <T>(key: string, next: (value: T | undefined) => T | undefined): Promise<T | undefined> =>
  open().then(
    (database) =>
      new Promise((resolve, reject) => {
        const step = database.transaction(STORE, 'readwrite');
        const store = step.objectStore(STORE);
        let value: T | undefined;
        const request = store.get(key);
        request.onsuccess = () => {
          value = next(request.result);
          if (value !== request.result) {
            store.put(value, key);
          }
        };
        step.oncomplete = () => {
          database.close();
          resolve(value);
        };
        step.onabort = step.onerror = () => {
          database.close();
          reject(step.error);
        };
      }),
  );

const get = <T>(key: string): Promise<T | undefined> => change<T>(key, (value) => value);

const post = (url: string, body: unknown, ms: number): Promise<Response> => {
  const over = new AbortController();
  setTimeout(() => over.abort(), ms);
  // text/plain needs no permission of the network first.
  const headers = { 'Content-Type': 'text/plain' };
  return fetch(url, { method: 'POST', body: JSON.stringify(body), headers, credentials: 'omit', signal: over.signal });
};

/** The ad to show now: the one that came was chosen when the message was sent. */
async function ask(token: string): Promise<Fresh | undefined> {
  const answer = await post(`${BASE}/d/push/ad`, { token }, FRESH_MS);
  return answer.status === 200 ? ((await answer.json()) as Fresh) : undefined;
}

/** Sends the reports that wait. What the server does not take now stays. */
async function report(): Promise<void> {
  const now = Date.now();
  const waiting = (await get<Report[]>(WAITING)) ?? [];
  const due = waiting.filter(({ at }) => now - at < KEPT_MS);
  while (due.length > 0) {
    const tokens = due.splice(0, TOKENS_MAX).map(({ token }) => token);
    const { status } = await post(`${BASE}/d/push/shown`, { tokens }, REPORT_MS);
    if (status === 429 || status >= 500) {
      throw status;
    }
    await change<Report[]>(WAITING, (all) =>
      all?.filter(({ token, at }) => now - at < KEPT_MS && !tokens.includes(token)),
    );
  }
}

/** The same, again later where the network is away: with the next push, or when the browser says that it is back. */
const reportOrWait = (): Promise<unknown> =>
  report().catch(() => worker.registration.sync?.register(SYNC)?.catch(() => undefined));

const address = (path: string | undefined): string | undefined => path && BASE + path;

/** Shows a notification. One that the browser does not take as it is, is shown in words alone. */
async function show(
  tag: string,
  { title, body, icon, image, buttons = [], click }: Shown,
  isNew: boolean,
): Promise<void> {
  const kept = Promise.all([get<Known>(KNOWN), change<number>(COUNT, (count = 0) => count + +isNew)]);
  const [known, count = 0] = (await within(kept, DATABASE_MS)) ?? [];
  const stop = known && `${known.base}${UNSUBSCRIBE_PAGE}?name=${encodeURIComponent(known.name)}`;
  const data: Data = { placard: 1, click, buttons, stop };
  const actions = buttons.map((button, at) => ({ action: BUTTON + at, title: button.title }));
  // A free button ends the subscription, on our page. Where none is free, one that closes gives way at times: browsers have their own.
  const isFree = actions.length < BUTTONS_MAX;
  if (stop && (isFree || count % STOP_EVERY === 1)) {
    const close = buttons.findIndex(({ action }) => action === 'close');
    const at = isFree ? actions.length : close < 0 ? BUTTONS_MAX - 1 : close;
    actions[at] = { action: STOP, title: 'Stop these' };
  }
  const options = { body, tag, data };
  const rich = { ...options, icon: address(icon), image: address(image), actions };
  const { registration } = worker;
  await registration.showNotification(title, rich).catch(() => registration.showNotification(title, options));
}

/** Shows a message, and tells the network. */
async function arrive({ token, tag, notification }: Message): Promise<void> {
  const known = (await within(get<Kept[]>(SHOWN), DATABASE_MS))?.find((kept) => kept.tag === tag);
  if (known) {
    // The network was not sure that it had come: it stands there already, and is one impression.
    await show(tag, known.notification, false);
    await reportOrWait();
    return;
  }
  const fresh = (await within(ask(token), FRESH_MS)) ?? { token, notification };
  await show(tag, fresh.notification, true);
  const at = Date.now();
  const isKept = await within(
    Promise.all([
      change<Kept[]>(SHOWN, (all = []) => [...all, { ...fresh, tag, at }].slice(-SHOWN_MAX)),
      change<Report[]>(WAITING, (all = []) => [...all, { token: fresh.token, at }].slice(-REPORTS_MAX)),
    ]),
    DATABASE_MS,
  );
  await (isKept ? reportOrWait() : post(`${BASE}/d/push/shown`, { tokens: [fresh.token] }, REPORT_MS));
}

/** The message of a push; nothing where it is none of ours. */
function read(event: Waiting & { data?: { json(): unknown } | null }): Message | undefined {
  try {
    const message = event.data?.json() as Message | undefined;
    return message?.placard && message.notification?.title ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Subscribes again where the browser has ended a subscription, by the newest key. */
async function renew(event: { oldSubscription?: PushSubscription; newSubscription?: PushSubscription }): Promise<void> {
  const known = await get<Known>(KNOWN);
  if (!known) {
    return;
  }
  const { newSubscription, oldSubscription } = event;
  let key = known.key;
  let subscription = newSubscription;
  if (!subscription) {
    const answer = await fetch(known.base + settingsPath(known.block), { credentials: 'omit' });
    key = ((await answer.json()) as { key?: string }).key ?? key;
    const bytes = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const options = { userVisibleOnly: true, applicationServerKey: bytes };
    subscription = await worker.registration.pushManager.subscribe(options);
  }
  const told: Subscribe = {
    block: known.block,
    subscription: subscription.toJSON(),
    key,
    utc_offset: -new Date().getTimezoneOffset(),
    previous_endpoint: oldSubscription?.endpoint ?? known.endpoint,
    previous_name: known.name,
  };
  const answer = await post(known.base + SUBSCRIBE_PATH, told, REPORT_MS);
  if (answer.ok) {
    const { name } = (await answer.json()) as { name: string };
    await change<Known>(KNOWN, (before) => ({
      ...(before ?? known),
      name,
      key,
      endpoint: told.subscription.endpoint ?? '',
    }));
  }
}

worker.addEventListener('push', (event) => {
  const message = read(event);
  if (message) {
    // A worker around this one does not see it.
    event.stopImmediatePropagation();
    event.waitUntil(arrive(message));
  } else if (isAlone()) {
    // Browsers take the permission away from who shows nothing.
    event.waitUntil(
      worker.registration.showNotification(location.host, { body: 'There is something new.', tag: 'placard' }),
    );
  }
});

worker.addEventListener('notificationclick', (event) => {
  const { action = '', notification } = event as Waiting & { action?: string; notification?: Notification };
  const data = notification?.data as Data | undefined;
  if (!data?.placard) {
    return;
  }
  event.stopImmediatePropagation();
  notification?.close();
  const at = action.startsWith(BUTTON) ? action.slice(BUTTON.length) : '';
  const button = at ? data.buttons[+at] : undefined;
  const steps: Promise<unknown>[] = [];
  if (action === STOP && data.stop) {
    steps.push(worker.clients.openWindow(data.stop));
  } else if (button?.action !== 'close') {
    // At once: the browser allows it for this moment alone.
    steps.push(worker.clients.openWindow(`${BASE}${data.click}${at && `?button=${at}`}`));
  }
  steps.push(reportOrWait());
  event.waitUntil(Promise.all(steps));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event as unknown as Parameters<typeof renew>[0]).catch(() => undefined));
});

worker.addEventListener('sync', (event) => {
  if ((event as Waiting & { tag?: string }).tag === SYNC) {
    event.waitUntil(report());
  }
});

worker.addEventListener('install', (event) => {
  if (isAlone()) {
    event.waitUntil(worker.skipWaiting());
  }
});

/** A push from the subscription to the statistics: the real service worker in Chromium, the real sender, an independent reader. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type BrowserContext, chromium, expect, type Page, test, type Worker } from '@playwright/test';
import { type PlayedSubscription, read, subscription } from '../support/push-service.mjs';

/** The headless shell has no notifications: this takes the whole browser. */
const CHROMIUM = process.env.CHROMIUM_FULL ?? '/usr/bin/chromium';
/** Headless browsers are known robots, and what they report is not billed. */
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const NETWORK = process.env.E2E_URL ?? '';

interface Arrived {
  headers: Record<string, string>;
  body: string;
}
interface Message {
  placard: number;
  token: string;
  tag: string;
  notification: { title: string; body: string; click: string; buttons: { action: string; title: string }[] };
}

/** The newspaper on an address of its own, with the one-line worker file, and a worker that the site has already. */
function publish(): Promise<{ origin: string; close(): void }> {
  const files: Record<string, [string, string]> = {
    '/': [
      'text/html',
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>The Harbour Post</title><h1>News</h1>',
    ],
    '/placard-push/sw.js': ['text/javascript', `importScripts("${NETWORK}/p.push-worker.js");`],
    '/own/sw.js': [
      'text/javascript',
      `importScripts("${NETWORK}/p.push-worker.js");
      self.addEventListener('push', (event) => {
        event.waitUntil(self.registration.showNotification('Their own: ' + (event.data ? event.data.text() : '')));
      });`,
    ],
  };
  const server = createServer((request, response) => {
    const [kind, body] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body ? 200 : 404, { 'content-type': `${kind}; charset=utf-8` }).end(body);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      done({ origin: `http://127.0.0.1:${port}`, close: () => server.close() });
    });
  });
}

/** Registers a worker, and how DevTools call it. */
async function register(context: BrowserContext, page: Page, file: string, scope: string) {
  const devtools = await context.newCDPSession(page);
  const ids = new Map<string, string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) ids.set(new URL(scopeURL).pathname, registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  await page.evaluate(
    async ([script, within]) => {
      const { installing, active } = await navigator.serviceWorker.register(script, { scope: within });
      const worker = installing ?? active;
      await new Promise<void>((done) => {
        const look = () => worker?.state === 'activated' && done();
        worker?.addEventListener('statechange', look);
        look();
      });
    },
    [file, scope] as const,
  );
  await expect.poll(() => ids.get(scope)).toBeTruthy();
  const origin = new URL(page.url()).origin;
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: ids.get(scope) ?? '', data });
  const worker = () => context.serviceWorkers().find((one) => one.url().endsWith(file)) as Worker;
  return { deliver, worker, scope };
}

const shown = (page: Page, scope: string) =>
  page.evaluate(async (within) => {
    const registration = await navigator.serviceWorker.getRegistration(within);
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body, tag }) => ({ title, body, tag }));
  }, scope);

/** Clicks a notification, and gives the address that the worker opened; none where it opened nothing. */
const click = (worker: Worker, action = '') =>
  worker.evaluate(async (button) => {
    const scope = self as unknown as {
      clients: { openWindow(url: string): Promise<null> };
      registration: ServiceWorkerRegistration;
    };
    let opened = '';
    scope.clients.openWindow = async (url) => {
      opened = url;
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new (
      self as unknown as { NotificationEvent: new (type: string, init: unknown) => Event }
    ).NotificationEvent('notificationclick', { notification, action: button });
    // What a script dispatches may not keep a worker alive.
    Object.defineProperty(event, 'waitUntil', { value: () => undefined });
    self.dispatchEvent(event);
    return opened;
  }, action);

/** Subscribes a browser that this test plays, at an hour at which it is noon there. */
async function subscribe(page: Page): Promise<PlayedSubscription> {
  const { blocks } = await (await fetch(`${NETWORK}/demo/manifest`)).json();
  const settings = await (await fetch(`${NETWORK}/d/push/${blocks.push}.json`)).json();
  const played = subscription();
  const noon = (12 - new Date().getUTCHours()) * 60;
  const told = {
    block: blocks.push,
    subscription: played.toJSON(),
    key: settings.key,
    utc_offset: noon,
    asked: true,
  };
  const answer = await page.evaluate(
    async ([url, body]) => {
      const answered = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
      return { status: answered.status, text: await answered.text() };
    },
    [`${NETWORK}/api/push/subscriptions`, JSON.stringify(told)] as const,
  );
  expect(answer.status, answer.text).toBe(200);
  return played;
}

/** What the push service got for a subscription. */
async function arrived(
  played: PlayedSubscription,
): Promise<{ message: Message; plain: string; headers: Arrived['headers'] }> {
  let came: Arrived[] = [];
  await expect
    .poll(
      async () => {
        const desk = await (await fetch(`${process.env.E2E_PUSHES}/messages${played.path}`)).json();
        expect(desk.refused).toEqual([]);
        came = desk.messages;
        return came.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  const [{ headers, body }] = came as [Arrived];
  const plain = read(Buffer.from(body, 'base64url'), played.secret);
  return { message: JSON.parse(plain) as Message, plain, headers };
}

/** Today's figures of all push campaigns, for the network's owner. */
async function figures(token: string): Promise<{ impressions: number; clicks: number; expense: number }> {
  const day = new Date().toISOString().slice(0, 10);
  const query = `stats_from=${day}&stats_to=${day}&group_by=campaign_id&limit=1&offset=0`;
  const answer = await fetch(`${NETWORK}/api-push-proxy/stats/push?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text).data.total;
}

async function login(email: string): Promise<string> {
  const answer = await fetch(`${NETWORK}/api/oauth2/accessToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Placard-demo-1' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

test.describe('a push', () => {
  test.skip(!existsSync(CHROMIUM), `the whole Chromium is needed, and is not at ${CHROMIUM}`);
  test.skip(!process.env.E2E_PUSHES, 'the network that runs already has a push service of its own');

  test('is sent, shown, reported, clicked, and counted', async () => {
    const site = await publish();
    const context = await chromium.launchPersistentContext('', {
      executablePath: CHROMIUM,
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-agent=${USER_AGENT}`],
    });
    try {
      await context.grantPermissions(['notifications'], { origin: site.origin });
      const page = await context.newPage();
      await page.goto(site.origin);
      const { deliver, worker, scope } = await register(context, page, '/placard-push/sw.js', '/placard-push/');
      const token = await login('god@placard.example');
      const before = await figures(token);

      // The network sends it soon, encrypted for this browser alone.
      const { message, plain, headers } = await arrived(await subscribe(page));
      expect(headers).toMatchObject({
        ttl: '43200',
        urgency: 'normal',
        topic: 'placard',
        'content-encoding': 'aes128gcm',
      });
      expect(message.notification.title).toBeTruthy();

      // It arrives: a fresh ad is asked for, shown under the message's name, and reported.
      const calls: string[] = [];
      context.on('request', (request) => calls.push(new URL(request.url()).pathname));
      const reported = context.waitForEvent('response', (answer) => answer.url().endsWith('/d/push/shown'));
      await deliver(plain);
      expect((await reported).status()).toBe(204);
      await expect.poll(() => shown(page, scope)).toHaveLength(1);
      const [notification] = await shown(page, scope);
      expect(notification?.tag).toBe(message.tag);
      expect(notification?.title).toBeTruthy();
      expect(calls).toContain('/d/push/ad');

      // It comes again, since the network was not sure: it takes its own place, and nothing more is asked for.
      calls.length = 0;
      await deliver(plain);
      await page.waitForTimeout(500);
      expect(await shown(page, scope)).toEqual([notification]);
      expect(calls).not.toContain('/d/push/ad');

      // A click on it leads to the landing page through the network's redirect.
      const opened = await click(worker());
      expect(opened).toMatch(new RegExp(`^${NETWORK}/c/`));
      await expect.poll(() => shown(page, scope)).toEqual([]);
      const landing = await context.request.get(opened, { maxRedirects: 0, headers: { 'user-agent': USER_AGENT } });
      expect(landing.status()).toBe(302);
      expect(landing.headers().location).toMatch(/^https?:/);

      // Money and statistics follow.
      await expect
        .poll(
          async () => {
            const now = await figures(token);
            return [now.impressions - before.impressions, now.clicks - before.clicks, now.expense > before.expense];
          },
          { timeout: 60_000 },
        )
        .toEqual([1, 1, true]);
    } finally {
      await context.close();
      site.close();
    }
  });

  test('shows what came where the network is away, and leaves a site its own', async () => {
    const site = await publish();
    const context = await chromium.launchPersistentContext('', {
      executablePath: CHROMIUM,
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-agent=${USER_AGENT}`],
    });
    try {
      await context.grantPermissions(['notifications'], { origin: site.origin });
      const page = await context.newPage();
      await page.goto(site.origin);
      const ours = await register(context, page, '/placard-push/sw.js', '/placard-push/');
      const { message, plain } = await arrived(await subscribe(page));
      await context.setOffline(true);
      const offline = await context.newCDPSession(page);
      await offline.send('Network.enable');
      await ours.deliver(plain);
      await expect.poll(() => shown(page, ours.scope)).toMatchObject([{ tag: message.tag }]);
      // A button that closes opens nothing; one that opens leads through the redirect, with its number.
      const close = message.notification.buttons.findIndex(({ action }) => action === 'close');
      if (close >= 0) {
        expect(await click(ours.worker(), `placard-${close}`)).toBe('');
        await expect.poll(() => shown(page, ours.scope)).toEqual([]);
      }
      // A push that nobody can read still shows something: browsers take the permission away otherwise.
      await ours.deliver('garbage');
      await expect.poll(() => shown(page, ours.scope)).toMatchObject([{ title: new URL(site.origin).host }]);
      await context.setOffline(false);

      // Beside a worker that the site has already, its pushes are its own, and ours are not theirs.
      const theirs = await register(context, page, '/own/sw.js', '/own/');
      await theirs.deliver('hello');
      await expect.poll(() => shown(page, theirs.scope)).toMatchObject([{ title: 'Their own: hello' }]);
      await theirs.deliver(JSON.stringify({ ...message, tag: 'placard-another' }));
      await expect.poll(() => shown(page, theirs.scope)).toHaveLength(2);
      expect((await shown(page, theirs.scope)).filter(({ title }) => title.startsWith('Their own'))).toHaveLength(1);
    } finally {
      await context.close();
      site.close();
    }
  });
});

/** Real service workers in a real browser, on pages of a test's own. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test';

/** The headless shell has no notifications: this takes the whole browser. */
export const CHROMIUM = process.env.CHROMIUM_FULL ?? '/usr/bin/chromium';
/** Headless browsers are known robots, and what they report is not billed. */
export const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** The newspaper on an address of its own, with the one-line worker file, and a worker that the site has already. */
export function publish(network: string): Promise<{ origin: string; close(): void }> {
  const files: Record<string, [string, string]> = {
    '/': [
      'text/html',
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>The Harbour Post</title><h1>News</h1>',
    ],
    '/placard-push/sw.js': ['text/javascript', `importScripts("${network}/p.push-worker.js");`],
    '/own/sw.js': [
      'text/javascript',
      `importScripts("${network}/p.push-worker.js");
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
export async function register(context: BrowserContext, page: Page, file: string, scope: string) {
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

export const shown = (page: Page, scope: string) =>
  page.evaluate(async (within) => {
    const registration = await navigator.serviceWorker.getRegistration(within);
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body, tag }) => ({ title, body, tag }));
  }, scope);

/** When the notification with a tag was shown last, by the browser's clock; 0 where there is none. */
export const shownAt = (page: Page, scope: string, tag: string): Promise<number> =>
  page.evaluate(
    async ([within, of]) => {
      const registration = await navigator.serviceWorker.getRegistration(within);
      const [one] = (await registration?.getNotifications({ tag: of })) ?? [];
      return (one as unknown as { timestamp: number } | undefined)?.timestamp ?? 0;
    },
    [scope, tag] as const,
  );

/** What the buttons of the notifications say, by their names. */
export const buttons = (page: Page, scope: string): Promise<Record<string, string[]>> =>
  page.evaluate(async (within) => {
    const registration = await navigator.serviceWorker.getRegistration(within);
    const all = (await registration?.getNotifications()) ?? [];
    const titles = (one: Notification) =>
      (one as unknown as { actions: { title: string }[] }).actions.map(({ title }) => title);
    return Object.fromEntries(all.map((one) => [one.tag, titles(one)]));
  }, scope);

/** Clicks a notification, the first or the one with this name, and gives the address that the worker opened; "" where it opened none. */
export const click = (worker: Worker, action = '', tag = '') =>
  worker.evaluate(
    async ([button, name]) => {
      const scope = self as unknown as {
        clients: { openWindow(url: string): Promise<null> };
        registration: ServiceWorkerRegistration;
      };
      let opened = '';
      scope.clients.openWindow = async (url) => {
        opened = url;
        return null;
      };
      const all = await scope.registration.getNotifications();
      const notification = all.find((one) => !name || one.tag === name);
      const event = new (
        self as unknown as { NotificationEvent: new (type: string, init: unknown) => Event }
      ).NotificationEvent('notificationclick', { notification, action: button });
      // What a script dispatches may not keep a worker alive.
      Object.defineProperty(event, 'waitUntil', { value: () => undefined });
      self.dispatchEvent(event);
      return opened;
    },
    [action, tag] as const,
  );

/** Whether there is a browser with notifications. */
export const hasBrowser = (): boolean => existsSync(CHROMIUM);

/** Starts it, with the permission to notify on an origin. */
export async function launch(origin: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: CHROMIUM,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-agent=${USER_AGENT}`],
  });
  await context.grantPermissions(['notifications'], { origin });
  return context;
}

/** A network that a test answers for, with the built worker. */
export async function playNetwork(answer: (path: string, body: string) => Promise<{ status: number; body?: unknown }>) {
  const built = readFileSync(fileURLToPath(new URL('../../tag/dist/p.push-worker.js', import.meta.url)), 'utf8');
  let base = '';
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const open = { 'access-control-allow-origin': '*' };
    if (request.url === '/p.push-worker.js') {
      const kind = { 'content-type': 'text/javascript', ...open };
      response.writeHead(200, kind).end(built.replaceAll('https://placard.invalid', base));
      return;
    }
    const { status, body } = await answer(request.url ?? '', Buffer.concat(chunks).toString());
    if (status === 0) response.destroy();
    else response.writeHead(status, open).end(body === undefined ? undefined : JSON.stringify(body));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  base = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  return { base, close: () => server.close() };
}

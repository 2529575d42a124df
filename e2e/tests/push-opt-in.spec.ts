/** The newspaper asks a reader for notifications; who says yes is a subscriber, and ends it by one click. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/look.ts';
import { PASSWORD, tokensOf, visitor } from '../support/people.ts';

/** Where the vendor's push service would be asked, which cannot be reached here. */
async function standIn(page: Page, permission: 'default' | 'granted'): Promise<void> {
  await page.addInitScript((first) => {
    const state = { permission: localStorage.getItem('test.permission') ?? first };
    Object.defineProperty(Notification, 'permission', { get: () => state.permission });
    Notification.requestPermission = async () => {
      state.permission = 'granted';
      localStorage.setItem('test.permission', 'granted');
      return 'granted';
    };
    const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    const text = (buffer: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '');
    // As a browser does, it keeps the subscription from page to page.
    type Kept = { endpoint: string; p256dh: string; auth: string; key: number[] };
    const subscriptionOf = ({ endpoint, p256dh, auth, key }: Kept) => ({
      endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem('test.subscription');
        return true;
      },
    });
    const kept = () => {
      const text = localStorage.getItem('test.subscription');
      return text ? (subscriptionOf(JSON.parse(text)) as unknown as PushSubscription) : null;
    };
    PushManager.prototype.getSubscription = async () => kept();
    PushManager.prototype.subscribe = async ({ applicationServerKey: key } = {}) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const made: Kept = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${text(bytes(24))}`,
        p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)),
        auth: text(bytes(16)),
        key: [...(key as Uint8Array<ArrayBuffer>)],
      };
      localStorage.setItem('test.subscription', JSON.stringify(made));
      return kept() as PushSubscription;
    };
  }, permission);
}

test('a reader is asked once, subscribes, and leaves by one click', async ({ browser, request }) => {
  const context = await visitor(browser);
  const page = await context.newPage();
  await standIn(page, 'default');
  await page.goto('/demo');
  const question = page.getByRole('dialog', { name: /the ferry is late/ });
  await expect(question).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/push/subscriptions'));
  await question.getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(question).toBeHidden();
  const answer = await answered;
  expect(answer.status(), await answer.text()).toBe(200);
  const { name } = (await answer.json()) as { name: string };

  // Nobody is asked a second time, and a known browser tells nothing.
  const told: string[] = [];
  page.on('request', (sent) => sent.url().includes('/api/push/') && told.push(sent.url()));
  await page.goto('/demo/ferry');
  await expect(page.locator('[data-placard]').first()).toBeAttached();
  await expect(question).toBeHidden();
  expect(told).toEqual([]);

  const { access_token } = await tokensOf(request, 'webmaster@placard.example', PASSWORD);
  const headers = { authorization: `Bearer ${access_token}` };
  const sites = await (await request.get('/api/webmaster/sites', { headers })).json();
  const site = sites.data.find((one: { domain: string }) => one.domain.startsWith('127.0.0.1'));
  const count = async () => {
    const found = await request.get(`/api/webmaster/sites/${site.id}/push/subscribers?days=7`, { headers });
    return ((await found.json()) as { data: { subscribers: number } }).data.subscribers;
  };
  const before = await count();
  // The demo has sent notifications for weeks: they were clicked, and earned something.
  expect(before).toBeGreaterThan(500);
  const health = await (await request.get(`/api/webmaster/sites/${site.id}/push/health`, { headers })).json();
  const weeks = health.data.weeks.filter((week: { engagement?: number }) => (week.engagement ?? 0) > 0);
  expect(weeks.length).toBeGreaterThan(3);
  expect(health.data.income).toBeGreaterThan(0);
  await page.goto(`/push/unsubscribe?name=${name}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop notifications' }).click();
  await expect(page.getByRole('heading', { name: /No more notifications/ })).toBeVisible();
  expect(await count()).toBe(before - 1);
  const check = await request.post(`/api/webmaster/sites/${site.id}/push/worker`, { headers });
  expect(((await check.json()) as { data: { light: string } }).data.light).toBe('right');
  await context.close();
});

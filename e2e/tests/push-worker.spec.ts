/** A push from the subscription to the statistics: the real service worker in Chromium, the real sender, an independent reader. */
import { expect, type Page, test } from '@playwright/test';
import {
  CHROMIUM,
  click,
  hasBrowser,
  launch,
  publish,
  register,
  shown,
  shownAt,
  USER_AGENT,
} from '../support/push-browser.ts';
import { type PlayedSubscription, read, subscription } from '../support/push-service.mjs';

const NETWORK = process.env.E2E_URL ?? '';
/** Clicks sooner after their show are not valid, in ms; with room. */
const TOO_FAST_MS = 400;

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
  test.skip(!hasBrowser(), `the whole Chromium is needed, and is not at ${CHROMIUM}`);
  test.skip(!process.env.E2E_PUSHES, 'the network that runs already has a push service of its own');

  test('is sent, shown, reported, clicked, and counted', async () => {
    const site = await publish(NETWORK);
    const context = await launch(site.origin);
    try {
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
      const reportedAt = Date.now();
      await expect.poll(() => shown(page, scope)).toHaveLength(1);
      const [notification] = await shown(page, scope);
      expect(notification?.tag).toBe(message.tag);
      expect(notification?.title).toBeTruthy();
      expect(calls).toContain('/d/push/ad');

      // It comes again, since the network was not sure: it takes its own place, and nothing more is asked for.
      calls.length = 0;
      const at = await shownAt(page, scope, message.tag);
      await deliver(plain);
      await expect.poll(() => shownAt(page, scope, message.tag)).toBeGreaterThan(at);
      expect(await shown(page, scope)).toEqual([notification]);
      expect(calls).not.toContain('/d/push/ad');

      // A click on it leads to the landing page through the network's redirect. Nobody is so fast as to click when it has just been
      // shown: such a click would cost nothing.
      await expect.poll(() => Date.now() - reportedAt).toBeGreaterThan(TOO_FAST_MS);
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
});

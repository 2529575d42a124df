/** The worker of push where the network is slow, away, or has nothing better, and beside a worker of the site's own. */
import { expect, test } from '@playwright/test';
import {
  buttons,
  CHROMIUM,
  click,
  hasBrowser,
  launch,
  playNetwork,
  publish,
  register,
  shown,
  shownAt,
} from '../support/push-browser.ts';

const BUTTONS = [
  { action: 'open', title: 'Look' },
  { action: 'close', title: 'No' },
];
const message = (tag: string, token: string) =>
  JSON.stringify({
    placard: 1,
    token,
    tag,
    notification: { title: `Sent ${tag}`, body: 'As it came', buttons: BUTTONS, click: `/c/${token}` },
  });

test('every push shows something, and every show is reported once', async () => {
  test.skip(!hasBrowser(), `the whole Chromium is needed, and is not at ${CHROMIUM}`);
  let mood: 'fresh' | 'none' | 'slow' | 'away' = 'fresh';
  let calls: { path: string; tokens?: string[] }[] = [];
  const network = await playNetwork(async (path, body) => {
    calls.push({ path, tokens: JSON.parse(body).tokens });
    if (mood === 'away') return { status: 0 };
    if (path === '/d/push/shown' || mood === 'none') return { status: 204 };
    if (mood === 'slow') await new Promise((done) => setTimeout(done, 3_000));
    return {
      status: 200,
      body: { token: 'fresh', notification: { title: 'Fresh', body: '', buttons: BUTTONS, click: '/c/fresh' } },
    };
  });
  const site = await publish(network.base);
  const context = await launch(site.origin);
  try {
    const page = await context.newPage();
    await page.goto(site.origin);
    const ours = await register(context, page, '/placard-push/sw.js', '/placard-push/');
    const reported = () => calls.flatMap(({ tokens }) => tokens ?? []);
    const titles = async () =>
      Object.fromEntries((await shown(page, ours.scope)).map(({ tag, title }) => [tag, title]));
    const arrive = async (as: typeof mood, tag: string, token: string) => {
      mood = as;
      calls = [];
      await ours.deliver(message(tag, token));
      await expect.poll(async () => Object.keys(await titles())).toContain(tag);
    };

    // What the opt-in keeps, by which the way out is found.
    await page.evaluate(
      (base) =>
        new Promise<void>((done, fail) => {
          const opening = indexedDB.open('placard-push', 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore('state');
          opening.onerror = fail;
          opening.onsuccess = () => {
            const step = opening.result.transaction('state', 'readwrite');
            step.objectStore('state').put({ base, block: 1, name: 'ours', key: '', endpoint: '' }, 'subscription');
            step.oncomplete = () => {
              opening.result.close();
              done();
            };
            step.onerror = fail;
          };
        }),
      network.base,
    );

    await arrive('fresh', 'one', 'a');
    await expect.poll(reported).toEqual(['fresh']);
    // It comes again: it is shown once more in its own place. What it asked or reported would stand before what the next one does.
    const before = await shownAt(page, ours.scope, 'one');
    await arrive('none', 'one', 'a');
    await expect.poll(() => shownAt(page, ours.scope, 'one')).toBeGreaterThan(before);
    await ours.deliver(message('two', 'b'));
    await expect
      .poll(() => calls)
      .toEqual([
        { path: '/d/push/ad', tokens: undefined },
        { path: '/d/push/shown', tokens: ['b'] },
      ]);
    await expect.poll(async () => Object.keys(await titles())).toContain('two');
    await arrive('slow', 'three', 'c');
    await expect.poll(reported).toEqual(['c']);
    // What cannot be told now is told with the next one.
    await arrive('away', 'four', 'd');
    await expect.poll(reported).toContain('d');
    await arrive('fresh', 'five', 'e');
    await expect.poll(reported).toEqual(['d', 'fresh']);
    expect(await titles()).toEqual({
      one: 'Fresh',
      two: 'Sent two',
      three: 'Sent three',
      four: 'Sent four',
      five: 'Fresh',
    });
    // Browsers take the permission away from who shows nothing.
    await ours.deliver('garbage');
    await expect.poll(async () => Object.keys(await titles())).toContain('placard');

    expect(await click(ours.worker(), '', 'one')).toBe(`${network.base}/c/fresh`);
    expect(await click(ours.worker(), 'placard-0', 'two')).toBe(`${network.base}/c/b?button=0`);
    expect(await click(ours.worker(), 'placard-1', 'three')).toBe('');
    await expect.poll(async () => Object.keys(await titles()).sort()).toEqual(['five', 'four', 'placard']);
    // The first and the fifth end the subscription instead of closing.
    expect(await buttons(page, ours.scope)).toMatchObject({ five: ['Look', 'Stop these'], four: ['Look', 'No'] });
    expect(await click(ours.worker(), 'stop', 'five')).toBe(`${network.base}/push/unsubscribe?name=ours`);

    // Beside a worker that the site has already, its pushes are its own, and ours are not theirs.
    const theirs = await register(context, page, '/own/sw.js', '/own/');
    await theirs.deliver('hello');
    await theirs.deliver(message('six', 'f'));
    const all = async () => (await shown(page, theirs.scope)).map(({ title }) => title).sort();
    await expect.poll(all).toEqual(['Fresh', 'Their own: hello']);
  } finally {
    await context.close();
    network.close();
    site.close();
  }
});

/** What stands in a place that got no ad, and places that ask for other ads while they are in view. */
import { expect, type Page, test } from '@playwright/test';
import { NETWORK, openHostPage } from '../support/host-page.ts';

const ONE = { template: 'image-top', ads: 1, config: { columns: 1, columns_phone: 1, columns_tablet: 1 } };

/** Scrolls to a height, and returns when all observers of the page have heard of it. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (top) => {
    window.scrollTo({ top, behavior: 'instant' });
    // A frame tells older observers first. Animation frames stand still with the clock, these do not.
    for (const _ of [1, 2]) {
      await new Promise<void>((told) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          told();
        });
        observer.observe(document.body);
      });
    }
  }, top);
}

/** The refreshes that are asked for, as they are. */
function refreshesOf(page: Page): (number | undefined)[] {
  const asked: (number | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url() !== `${NETWORK}/d/ads`) return;
    for (const block of request.postDataJSON().blocks) asked.push(block.refresh);
  });
  return asked;
}

test('an empty place shows a page that cannot reach the one around it, and tells so once', async ({ page }) => {
  const empty = { template: 'image-top', ads: 0 };
  const house = 'https://house.example/ad';
  const reports = await openHostPage(
    page,
    `<div data-placard="1" style="height:300px"></div><div data-placard="2"></div><div data-placard="3"></div>`,
    {
      1: { ...empty, answer: { passback_url: house, passback_token: 'first' } },
      2: { ...empty, answer: { passback_html: '<p>House ad</p>', passback_url: house, passback_token: 'second' } },
      3: { ...empty, answer: { passback_url: 'javascript:document.title="taken"', passback_token: 'third' } },
    },
    { [house]: '<title>x</title><p>Framed</p><script>try { top.document.title = "taken" } catch {}</script>' },
  );
  const frame = page.locator('[data-placard="1"] iframe');
  await expect(page.frameLocator('[data-placard="1"] iframe').getByText('Framed')).toBeVisible();
  expect(await frame.getAttribute('sandbox')).not.toContain('same-origin');
  expect(await frame.boundingBox()).toMatchObject({ height: 300 });
  // A place has room for one of them, and its own HTML stands in the page.
  await expect(page.getByText('House ad')).toBeVisible();
  await expect(page.locator('[data-placard="2"] iframe, [data-placard="3"] iframe')).toHaveCount(0);
  expect(await page.title()).toBe('A site');
  await expect(() => {
    const told = reports.filter(({ kind }) => kind === 'passback').flatMap(({ tokens }) => tokens);
    expect(told.sort()).toEqual(['first', 'second']);
  }).toPass();
  expect(reports.filter(({ kind }) => kind === 'show')).toEqual([]);
});

test('a place in view for long enough gets other ads, and keeps them while none is found', async ({ page }) => {
  await page.clock.install();
  const asked = refreshesOf(page);
  const watching = page.waitForEvent('requestfinished', (request) => request.url().includes('/p.refresh'));
  const blocks = { 1: { ...ONE, answer: { refresh_s: 30 } }, 2: ONE };
  const reports = await openHostPage(
    page,
    '<div data-placard="1" style="height:300px"></div><div data-placard="2"></div><div style="height:4000px"></div>',
    blocks,
  );
  const tokensOf = (wanted: string) => reports.filter(({ kind }) => kind === wanted).flatMap(({ tokens }) => tokens);
  const card = page.locator('[data-placard="1"] .card');
  await page.clock.runFor(500);
  await expect(card).toHaveCount(1);
  await watching;
  await scrollTo(page, 0);
  const title = () => card.locator('.title').textContent();
  const first = await title();
  await page.clock.runFor(20_000);
  expect(await title()).toBe(first);

  // Out of view and under the pointer no time passes for it.
  await scrollTo(page, 2000);
  await expect(card).not.toBeInViewport();
  await page.clock.runFor(40_000);
  await scrollTo(page, 0);
  const box = await card.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
  await expect(page.locator('[data-placard="1"]:hover')).toHaveCount(1);
  await page.clock.runFor(40_000);
  expect(await title()).toBe(first);
  await page.mouse.move(1000, 700);
  await expect(page.locator('[data-placard="1"]:hover')).toHaveCount(0);
  await page.clock.runFor(15_000);
  await expect(card.locator('.title')).not.toHaveText(first ?? '');
  expect(asked.filter(Boolean)).toEqual([1]);
  await page.clock.runFor(2_000);
  await expect(() => expect(tokensOf('show')).toHaveLength(3)).toPass();

  // What a refresh does not fill stays as it is, and is asked for again the next time.
  const second = await title();
  blocks[1].ads = 0;
  const answered = page.waitForResponse(`${NETWORK}/d/ads`);
  await scrollTo(page, 0);
  await page.clock.runFor(45_000);
  await (await answered).finished();
  await scrollTo(page, 0);
  expect(asked.filter(Boolean)).toEqual([1, 2]);
  expect(await title()).toBe(second);
  blocks[1].ads = 1;
  await page.clock.runFor(35_000);
  await expect(card.locator('.title')).not.toHaveText(second ?? '');
  expect(asked.filter(Boolean)).toEqual([1, 2, 3]);
});

/** Blocks that stand elsewhere than their code, by the Better Ads Standards: a bar below, and places between paragraphs. */
import { expect, type Page } from '@playwright/test';
import { openHostPage } from '../support/host-page.ts';
import { look } from '../support/look.ts';
import { PASSWORD, tokensOf } from '../support/people.ts';
import { publish } from '../support/publisher.ts';
import { noteShifts } from '../support/shifts.ts';
import { test } from '../support/test.ts';

const PHONE = { width: 360, height: 640 };
/** Pixels that are read at a time. */
const STEP = 150;
const BAR = {
  template: 'text-icon',
  ads: 1,
  config: { rows: 1, columns: 1, columns_tablet: 1, padding: 4, show_description: false },
};
const sticky = { ...BAR, placement: { placement: 'sticky' as const } };
const article = {
  template: 'image-left',
  ads: 1,
  config: { rows: 1, show_description: false },
  placement: { placement: 'article' as const, paragraphs: 3 },
};
const paragraphs = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `<p>Paragraph ${at + 1}. ${'The boat to the islands sells out on weekdays. '.repeat(6)}</p>`,
  ).join('');

/** Reads a page to its end, some lines at a time: each step is drawn, and seen by what waits for it, before the next one. */
async function readOn(page: Page): Promise<void> {
  const place = () =>
    page.evaluate(
      () => [scrollY, document.documentElement.scrollHeight - innerHeight - 1] as [at: number, end: number],
    );
  for (let [at, end] = await place(); at < end; [at, end] = await place()) {
    await page.mouse.wheel(0, STEP);
    await page.waitForFunction((to) => scrollY >= to, Math.min(at + STEP, end));
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
}

test('a bar stays low, closes by the keyboard, and keeps off what the page has fixed', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const shifted = await noteShifts(page);
  await openHostPage(
    page,
    `<style>body{margin:0;font:16px/1.5 Georgia}nav{position:fixed;inset:auto 0 0;height:48px;background:#eee}</style>
     <div data-placard="1"></div>${paragraphs(12)}<a href="#end" id="end">The last line</a><nav>Menu</nav>`,
    { 1: sticky, 2: BAR },
  );
  const bar = page.getByRole('complementary', { name: 'Advertisement' });
  await expect(bar).toBeVisible();
  await expect(page.locator('.card')).toHaveCount(1);
  const box = await bar.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(0.3 * PHONE.height);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(PHONE.height - 48, 0);
  expect(await shifted()).toBe(0);

  await readOn(page);
  const last = await page.getByText('The last line').boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  const close = page.getByRole('button', { name: 'Close the advertisement' });
  await page.locator('#end').focus();
  // The ad's own links come first.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(close).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await page.evaluate(() => {
    const code = document.querySelector('[data-placard]');
    const again = document.createElement('div');
    again.innerHTML = '<div data-placard="1"></div><div style="position:absolute" data-placard="2"></div>';
    code?.replaceWith(again);
    scrollTo(0, 0);
  });
  // What came with it has its ad.
  await expect(page.locator('.card').filter({ visible: true })).toHaveCount(1);
  await expect(bar).toBeHidden();
  expect(await shifted()).toBe(0);
});

test('a bar that would be too high is not shown, and goes with its code', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  const high = {
    ...sticky,
    template: 'image-top',
    config: { rows: 1, columns: 1, columns_tablet: 1, columns_phone: 1 },
  };
  await openHostPage(page, `<div data-placard="1"></div><div data-placard="2"></div>${paragraphs(5)}`, {
    1: high,
    2: sticky,
  });
  const bars = page.getByRole('complementary', { name: 'Advertisement' });
  await expect(bars).toHaveCount(1);
  await expect(() => expect(told.join()).toContain('a bar may take 30 % of the window')).toPass();
  await page.evaluate(() => document.querySelector('[data-placard="2"]')?.remove());
  await expect(bars).toHaveCount(0);
});

test('an article keeps its text: ads far from each other, few, and nothing that is read moves', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const shifted = await noteShifts(page);
  await openHostPage(
    page,
    `<style>body{font:18px/1.6 Georgia}</style><article><h1>News</h1><div data-placard="1"></div>${paragraphs(10)}
     <h2>Further</h2>${paragraphs(20)}</article>`,
    { 1: article },
  );
  await expect(page.locator('article > [data-placard]')).not.toHaveCount(1);
  await readOn(page);
  expect(await shifted()).toBe(0);
  const measured = await page.evaluate(() => {
    const text = document.querySelector('article') as HTMLElement;
    const open = [...text.querySelectorAll<HTMLElement>('[data-placard]')].filter((one) => one.offsetHeight > 0);
    return {
      height: text.scrollHeight,
      spots: open.map(
        ({
          offsetTop: top,
          offsetHeight: height,
          previousElementSibling: before,
          nextElementSibling: after,
          shadowRoot,
        }) => ({
          top,
          height,
          stands: before?.localName === 'p' && after?.localName === 'p' && shadowRoot?.querySelector('.card') != null,
        }),
      ),
    };
  });
  const { spots } = measured;
  expect(spots.length).toBeGreaterThan(2);
  expect(spots[0]?.top).toBeGreaterThanOrEqual(PHONE.height);
  expect(spots.every(({ stands }) => stands)).toBe(true);
  spots.slice(1).forEach(({ top }, at) => {
    const before = spots[at] as { top: number; height: number };
    expect(top - before.top - before.height).toBeGreaterThanOrEqual(600);
  });
  const ads = spots.reduce((sum, { height }) => sum + height, 0);
  expect(ads).toBeLessThanOrEqual(0.3 * (measured.height - ads));

  // The page gives the block up: its places go with it.
  await page.evaluate(() => document.querySelector('[data-placard]')?.setAttribute('data-placard', '2'));
  await expect(page.locator('article > [data-placard="1"]')).toHaveCount(0);
});

test('in a frame the ads stand where the code is', async ({ page }) => {
  const inner = '<!doctype html><body>SCRIPT<div data-placard="1"></div><div data-placard="2"></div></body>';
  await openHostPage(
    page,
    '<iframe src="https://frame.example/" style="width:600px;height:500px"></iframe>',
    { 1: article, 2: sticky },
    { 'https://frame.example/': inner },
  );
  for (const block of [1, 2]) {
    await expect(page.frameLocator('iframe').locator(`[data-placard="${block}"] .card`)).toHaveCount(1);
  }
});

test('a long read of the newspaper has both, and nothing moves', async ({ page, baseURL }) => {
  await page.setViewportSize(PHONE);
  const shifted = await noteShifts(page);
  await page.goto(`${baseURL}/demo/long`);
  const bar = page.getByRole('complementary', { name: 'Advertisement' });
  await expect(bar).toBeVisible();
  await readOn(page);
  expect(await shifted()).toBe(0);
  await expect(page.locator('article .card').first()).toBeVisible();
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(0.3 * PHONE.height);
});

for (const deviceScaleFactor of [1, 2]) {
  test(`a field gets the picture that it needs at ${deviceScaleFactor}x`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ deviceScaleFactor, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${baseURL}/demo/city`);
    // Small pictures beside the list, at 88 px.
    const pictures = page.locator('aside .image');
    await expect(pictures.first()).toBeVisible();
    await expect(() =>
      expect(
        pictures.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      ).resolves.toBe(true),
    ).toPass();
    const shown = await pictures.evaluateAll((all) =>
      all.map((one) => ({
        width: one.clientWidth,
        natural: (one as HTMLImageElement).naturalWidth,
        src: (one as HTMLImageElement).currentSrc,
      })),
    );
    for (const { width, natural, src } of shown) {
      expect(src).toMatch(deviceScaleFactor === 1 ? /\.160\.webp$/ : /\.320\.webp$/);
      expect(natural).toBeGreaterThanOrEqual(width * deviceScaleFactor);
    }
    await context.close();
  });
}

test('a page that isolates itself has ads and their pictures', async ({ page, baseURL, request }) => {
  const { blocks } = await (await request.get('/demo/manifest')).json();
  const code = `<script async src="${baseURL}/p.js"></script><div data-placard="${blocks.story}"></div>`;
  const isolated = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' };
  const publisher = await publish('127.0.0.1', code, isolated);
  await page.goto(publisher.url);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await page.mouse.wheel(0, 1500);
  const picture = page.locator('[data-placard] .image').first();
  await expect(picture).toBeVisible();
  await expect(() =>
    expect(picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).resolves.toBeGreaterThan(0),
  ).toPass();
  publisher.close();
});

test('a webmaster puts a block into a bar, and sees it on a page of theirs', async ({ cabinet, baseURL }) => {
  const webmaster = await cabinet('webmaster');
  const { access_token } = await tokensOf(webmaster.request, 'webmaster@placard.example', PASSWORD);
  const headers = { authorization: `Bearer ${access_token}` };
  const { data: sites } = await (await webmaster.request.get('/api/webmaster/sites?count=0', { headers })).json();
  const site = (sites as { id: number; domain: string }[]).find(({ domain }) => domain === '127.0.0.1');
  const made = await webmaster.request.post(`/api/webmaster/sites/${site?.id}/blocks`, {
    headers,
    data: { name: 'Low', template_id: 2 },
  });
  const block = (await made.json()).data.id as number;
  await webmaster.goto(`/webmaster/sites/${site?.id}/blocks/constructor/edit/${block}`);
  await webmaster.getByRole('button', { name: 'Bar below' }).click();
  await look(webmaster, 'constructor-bar', 'main');
  await webmaster.getByRole('button', { name: 'In articles' }).click();
  await webmaster.getByLabel('After every so many paragraphs').fill('5');
  await webmaster.getByRole('button', { name: 'Save the block' }).click();
  await expect(webmaster.getByText('Block saved')).toBeVisible();
  const saved = await (await webmaster.request.get(`/api/webmaster/blocks/${block}`, { headers })).json();
  expect([saved.data.placement, saved.data.article_paragraphs, saved.data.places]).toEqual(['in_article', 5, 1]);

  // What may be framed is said of this page alone.
  const policyOf = async (path: string) => (await webmaster.request.get(path)).headers()['content-security-policy'];
  expect(await policyOf(`/webmaster/onPage/${block}`)).toContain('frame-src http: https:');
  expect(await policyOf(`/webmaster/sites/${site?.id}/blocks`)).not.toContain('frame-src');
  await webmaster.goto(`/webmaster/onPage/${block}`);
  const address = webmaster.getByLabel('A page of 127.0.0.1');
  const show = webmaster.getByRole('button', { name: 'Show the page' });
  await address.fill('https://other.example/');
  await show.click();
  await expect(webmaster.getByText('must be a page of 127.0.0.1')).toBeVisible();
  // The newspaper forbids frames, as all pages of this server do.
  await address.fill(`${baseURL}/demo`);
  await show.click();
  const refusal = webmaster.getByRole('alert');
  await expect(refusal).toContainText('X-Frame-Options: DENY');
  await expect(webmaster.getByRole('region', { name: 'Preview' })).toBeVisible();
  await look(webmaster, 'on-page-refused', refusal);
  await address.fill(`${baseURL}/demo/house`);
  await show.click();
  await expect(webmaster.frameLocator('iframe').getByText('The tides, by letter')).toBeVisible();
  const drawn = webmaster.getByRole('img', { name: 'The block on your page' });
  const before = await drawn.boundingBox();
  const handle = webmaster.getByRole('button', { name: /^Move the block/ });
  await handle.press('ArrowDown');
  expect((await drawn.boundingBox())?.y).toBeCloseTo((before?.y ?? 0) + 4, 0);
  const grip = await handle.boundingBox();
  await webmaster.mouse.move((grip?.x ?? 0) + 10, (grip?.y ?? 0) + 10);
  await webmaster.mouse.down();
  await webmaster.mouse.move((grip?.x ?? 0) + 10, (grip?.y ?? 0) + 70, { steps: 4 });
  await webmaster.mouse.up();
  expect((await drawn.boundingBox())?.y).toBeCloseTo((before?.y ?? 0) + 64, 0);
  await look(webmaster, 'on-page');
});

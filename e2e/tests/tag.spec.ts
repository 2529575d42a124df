/** The built script in a real browser, on pages that are not kind to it. */
import { expect, test } from '@playwright/test';
import { openHostPage } from '../support/host-page.ts';
import { page as html, serve } from '../support/network.mjs';
import { noteShifts } from '../support/shifts.ts';
import { sixBlocks, sixPlaces, sixStyle } from '../support/six-blocks.mjs';

const THREE = { template: 'image-top', ads: 3, config: { rows: 1, columns: 3 } };

test("no rule of the page reaches the ads, and the place itself stays the page's", async ({ page }) => {
  const measure = async (css: string) => {
    await openHostPage(
      page,
      `<style>body{font:16px/1.5 Georgia}${css}</style><main><div data-placard="1"></div></main>`,
      { 1: THREE },
    );
    const card = page.locator('[data-placard] .card').first();
    await expect(card).toBeVisible();
    return card.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element.querySelector('.title') ?? element);
      const { fontSize, fontFamily, textTransform, letterSpacing, color, visibility } = style;
      return {
        width: Math.round(width),
        height: Math.round(height),
        fontSize,
        fontFamily,
        textTransform,
        letterSpacing,
        color,
        visibility,
      };
    });
  };
  const alone = await measure('');
  const rules = [
    'main div{text-transform:uppercase;letter-spacing:9px;font-size:0;line-height:0;color:red;visibility:hidden;text-indent:40px}',
    'main div{display:flex;contain:none;container-type:normal;align-items:center}',
    'main div{display:grid;justify-items:center;align-items:end}',
    'main{display:flex}',
    '*{box-sizing:content-box!important;padding:0;white-space:nowrap}:root{--title:red;--columns:9;--pad:90px}',
  ];
  for (const css of rules) {
    expect([css, await measure(css)]).toEqual([css, alone]);
  }
  await openHostPage(page, '<style>[data-placard]{display:none}</style><div data-placard="1"></div>', { 1: THREE });
  await expect(page.locator('[data-placard]')).toBeHidden();
});

test('nothing moves: heights are kept, and an empty place goes once it is out of view', async ({ page }) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  const shifted = await noteShifts(page);
  const why = 'this page is on site.example, and the block’s site is other.example';
  await openHostPage(
    page,
    `<style>[data-placard]{min-height:420px}</style><p>One</p><div data-placard="1"></div><p>Two</p>
     <div data-placard="2" id="empty"></div><p>Three</p><div style="height:4000px"></div>`,
    { 1: THREE, 2: { template: 'image-top', ads: 0, why } },
  );
  await expect(page.locator('[data-placard="1"] .card')).toHaveCount(3);
  const empty = page.locator('#empty');
  expect((await empty.boundingBox())?.height).toBe(420);
  await page.mouse.wheel(0, 2500);
  await expect(empty).toBeHidden();
  expect(await shifted()).toBe(0);
  expect(told.filter((text) => text.includes('block 2'))).toEqual([`ads.example: block 2 is empty: ${why}.`]);
});

test('six blocks of six templates are asked for at once, and nothing moves', async ({ page }) => {
  const shifted = await noteShifts(page);
  const head = `${sixStyle}<script async src="NETWORK/p.js"></script>`;
  const { site, asked, reports, close } = await serve({ blocks: sixBlocks, pages: { '/': html(sixPlaces, head) } });
  await page.goto(site);
  const ids = Object.keys(sixBlocks);
  for (const id of ids) await expect(page.locator(`[data-placard="${id}"] .card`)).toHaveCount(2);
  // Pictures are there, and what was in view has been seen.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').length))
    .toBeGreaterThan(ids.length);
  await expect.poll(() => reports.some(({ kind }) => kind === 'view')).toBe(true);
  expect(asked.map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([ids.map(Number)]);
  expect(await shifted()).toBe(0);
  close();
});

test('views are counted in frames of other origins, for what the window shows of them', async ({ page }) => {
  const frame = (address: string, top: number) =>
    `<iframe src="${address}" style="position:absolute;top:${top}px;width:600px;height:500px;border:0"></iframe>`;
  const inner = '<!doctype html><body>SCRIPT<div data-placard="1"></div></body>';
  const below = inner.replace('="1"', '="2"');
  const one = { template: 'image-top', ads: 1, config: { columns: 1, columns_phone: 1, columns_tablet: 1 } };
  const reports = await openHostPage(
    page,
    `${frame('https://frame.example/', 20)}${frame('https://below.example/', 2000)}<div style="height:3000px"></div>`,
    { 1: one, 2: one },
    { 'https://frame.example/': inner, 'https://below.example/': below },
  );
  await expect(() =>
    expect(reports.filter(({ kind }) => kind === 'view').flatMap(({ tokens }) => tokens)).toHaveLength(1),
  ).toPass();
  await page.mouse.wheel(0, 2000);
  await expect(() =>
    expect(reports.filter(({ kind }) => kind === 'view').flatMap(({ tokens }) => tokens)).toHaveLength(2),
  ).toPass();
});

test('an application of one page gets ads for every new place', async ({ page }) => {
  const reports = await openHostPage(page, '<main></main>', { 1: { ...THREE, ads: 2 } });
  for (const turn of [1, 2, 3]) {
    await page.evaluate(() => {
      history.pushState(null, '', `/article-${Math.random()}`);
      const main = document.querySelector('main');
      if (main) main.innerHTML = '<div data-placard="1"></div>';
    });
    await expect(page.getByText(`part ${2 * turn}`, { exact: false })).toBeVisible();
  }
  await expect(() => expect(reports.filter(({ kind }) => kind === 'show')).toHaveLength(3)).toPass();
});

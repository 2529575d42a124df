/** The built script in Firefox, which the other browser tests do not use: driven over WebDriver BiDi. */
import { expect, test } from '@playwright/test';
import puppeteer, { type Browser } from 'puppeteer-core';
import definitions from '../../tag/render/templates.json' with { type: 'json' };
import { page as html, serve } from '../support/network.mjs';

const POLICY =
  "default-src 'none'; script-src 'nonce-r4nd0m'; connect-src NETWORK; img-src NETWORK data:; " +
  "require-trusted-types-for 'script'; trusted-types placard";

let browser: Browser;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
  });
});
test.afterAll(() => browser.close());

test('every template shows, is seen and is clicked in Firefox, under a strict policy and without a word', async () => {
  const blocks = Object.fromEntries(definitions.map(({ id, name }) => [id, { template: name, ads: 2 }]));
  const body = definitions.map(({ id }) => `<div data-placard="${id}"></div>`).join('');
  const served = await serve({
    blocks,
    pages: {
      '/': {
        html: html(body, '<script nonce="r4nd0m" async src="NETWORK/p.js"></script>'),
        headers: { 'content-security-policy': POLICY },
      },
    },
  });
  try {
    const page = await browser.newPage();
    // So high that all are in sight at once, and none waits for the view of the one before.
    await page.setViewport({ width: 1000, height: 12_000 });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(served.site);
    const tokens = (kind: string) =>
      served.reports.filter((report) => report.kind === kind).flatMap((report) => report.tokens);
    let clicks = 0;
    for (const { id, name } of definitions) {
      const place = await page.waitForSelector(`[data-placard="${id}"]`);
      await place?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const card = await page.waitForSelector(`[data-placard="${id}"] >>> .card`, { visible: true });
      const { width, height, words, token } = (await card?.evaluate((element) => {
        element.scrollIntoView({ block: 'center' });
        const box = element.getBoundingClientRect();
        const token = (element as HTMLAnchorElement).href.split('/c/')[1];
        return { width: box.width, height: box.height, words: element.querySelector('.title')?.textContent, token };
      })) ?? { width: 0, height: 0, words: '', token: '' };
      expect([name, width > 100 && height > 40, words]).toEqual([name, true, expect.stringContaining('part')]);
      await expect.poll(() => [name, tokens('view').includes(token ?? '')]).toEqual([name, true]);
      const opened = new Promise((resolve) => page.once('popup', resolve));
      const title = await page.$(`[data-placard="${id}"] >>> .title`);
      await title?.click();
      clicks += 1;
      await opened;
      await expect.poll(() => [name, tokens('click').length]).toEqual([name, clicks]);
      for (const other of await browser.pages()) if (other !== page && other.url().includes('/c/')) await other.close();
      await page.bringToFront();
    }
    expect(new Set(tokens('show')).size).toBe(2 * definitions.length);
    expect(said).toEqual([]);
    await page.close();
  } finally {
    served.close();
  }
});

// The headless shell of Chromium, which the other tests use, has no such cache.
test('a page out of the back-forward cache goes on and counts nothing twice', async () => {
  const back = `<script>addEventListener('pageshow', (event) => { window.cameBack = event.persisted; });</script>
    <a href="/other">Other</a><div data-placard="1"></div><div style="height:3000px"></div><div data-placard="2"></div>`;
  const one = { template: 'push', ads: 1 };
  const served = await serve({
    blocks: { 1: one, 2: one },
    pages: { '/': html(back), '/other': html('<h1>Another page</h1>', '') },
  });
  try {
    const page = await browser.newPage();
    await page.goto(served.site);
    const count = () => ['show', 'view'].map((kind) => served.reports.filter((report) => report.kind === kind).length);
    await expect.poll(count).toEqual([1, 1]);
    await page.click('a');
    await page.waitForSelector('h1');
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => (window as unknown as { cameBack?: boolean }).cameBack === true);
    await page.evaluate(() => document.querySelector('[data-placard="2"]')?.scrollIntoView());
    await expect.poll(() => count()[0]).toBe(2);
    // What was drawn stands below what was scrolled to: the place had no height before.
    await page.evaluate(() => document.querySelector('[data-placard="2"]')?.scrollIntoView());
    await expect.poll(count).toEqual([2, 2]);
    await page.evaluate(() => scrollTo(0, 0));
    // Longer than a view takes.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_300)));
    const tokens = served.reports.flatMap((report) => report.tokens.map((token) => `${report.kind} ${token}`));
    expect([new Set(tokens).size, served.asked.length]).toEqual([tokens.length, 2]);
    await page.close();
  } finally {
    served.close();
  }
});

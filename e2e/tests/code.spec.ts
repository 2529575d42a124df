/** What the constructor gives to take away: code for each way of making pages, a plugin, a frame; and what it warns of. */
import { expect, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter, visitor } from '../support/people.ts';
import { publish } from '../support/publisher.ts';

/** The newspaper's first block. */
const BLOCK = 1;
const CONSTRUCTOR = `/webmaster/sites/1/blocks/constructor/edit/${BLOCK}`;

test('a webmaster takes code for every kind of page away', async ({ browser }) => {
  const page = await enter(browser, 'webmaster');
  await page.goto(CONSTRUCTOR);
  const panel = page.getByRole('region', { name: 'Code for your pages' });
  const code = async (name: string) => {
    await panel.getByRole('tab', { name }).click();
    return (await panel.locator('pre').allTextContents()).join('\n');
  };
  // Nothing stands there until the page knows the block.
  for (const name of ['HTML', 'React', 'Vue', 'Svelte']) {
    await expect.poll(() => code(name)).toContain(`data-placard="${BLOCK}"`);
  }
  expect(await code('AMP')).toContain(`/d/frame/${BLOCK}?on=127.0.0.1`);
  expect(await code('WordPress')).toMatch(new RegExp(`\\[placard block="${BLOCK}" heights="\\d+,\\d+,\\d+"\\]`));
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download the plugin' }).click();
  expect((await download).suggestedFilename()).toBe('placard-for-wordpress.zip');
  // A title that can hardly be read: the warning stands at its colour, and nothing is refused for it. The preview is light, so that
  // the page itself stays readable.
  await page.getByRole('textbox', { name: 'Title, dark', exact: true }).fill('#333333');
  await expect(page.getByText(/^Hard to read, dark: 1\.\d:1 on the background\./)).toBeVisible();
  await look(page, 'constructor-code');
  await page.getByRole('button', { name: /^Take #\w{6}, dark$/ }).click();
  await expect(page.getByText(/^Hard to read/)).toHaveCount(0);
  await page.context().close();
});

test('a frame shows a block where no scripts run, and on its site alone', async ({ browser, baseURL }) => {
  const frame = `<iframe title="Ads" width="700" height="400" sandbox="allow-scripts" src="${baseURL}/d/frame/${BLOCK}?on=127.0.0.1"></iframe>`;
  const context = await visitor(browser);
  const page = await context.newPage();
  for (const [host, count] of [
    ['127.0.0.1', 3],
    ['elsewhere.localhost', 0],
  ] as const) {
    const site = await publish(host, frame);
    const loaded = page.waitForResponse((answer) => answer.url().includes('/d/frame/'));
    await page.goto(site.url);
    expect((await loaded).status()).toBe(count ? 200 : 404);
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await expect(page.frameLocator('iframe').locator('.card')).toHaveCount(count);
    site.close();
  }
  await context.close();
});

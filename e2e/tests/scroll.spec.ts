/** Where a page stands after another one was visited: a new one at its top, one that is returned to where it was left. */
import { expect, type Page } from '@playwright/test';
import { open, takenOver } from '../support/taken-over.ts';
import { test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const position = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function scrollTo(page: Page, y: number): Promise<void> {
  // Over the page, beside a sidebar that may scroll by itself.
  await page.mouse.move(700, 250);
  await page.mouse.wheel(0, y);
  await expect.poll(() => position(page)).toBe(y);
}

test('public pages', async ({ page }) => {
  await open(page, '/');
  await scrollTo(page, 900);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' }).click();
  await expect(heading(page, 'Terms')).toBeVisible();
  await expect.poll(() => position(page)).toBe(0);
  await scrollTo(page, 300);
  await page.goBack();
  await expect(heading(page, 'Your ad')).toBeAttached();
  await expect.poll(() => position(page), 'returned to').toBeGreaterThan(900);
  await page.goForward();
  await expect(heading(page, 'Terms')).toBeAttached();
  await expect.poll(() => position(page), 'returned to').toBe(300);
  await page.reload();
  await takenOver(page);
  await expect.poll(() => position(page), 'the same page again').toBe(300);
});

test('pages of a cabinet', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/account');
  await expect(heading(page, 'Account')).toBeVisible();
  await scrollTo(page, 700);
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await expect(heading(page, 'Campaigns')).toBeVisible();
  await expect.poll(() => position(page)).toBe(0);
  await page.goBack();
  await expect(heading(page, 'Account')).toBeAttached();
  await expect.poll(() => position(page), 'returned to').toBe(700);
});

test('a line runs at the upper edge while the next page is on its way', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
  await page.goto('/advertiser/campaigns');
  await expect(heading(page, 'Campaigns')).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const line = page.locator('[class*="_line_"][aria-hidden]').first();
  await page.getByRole('link', { name: 'Statistics', exact: true }).click();
  await expect(line).toBeVisible();
  release();
  await expect(heading(page, 'Statistics')).toBeVisible();
  await expect(line).toHaveCount(0);
});

/** Between two pages there is always one of them, or a skeleton: the page is looked at in every frame. */
import { expect, type Page, test } from '@playwright/test';
import { fillLogin, PASSWORD } from '../support/people.ts';
import { open } from '../support/taken-over.ts';

declare global {
  interface Window {
    drawn: { looked: number; blank: string[] };
  }
}

/** Runs in the page: from its first element on, notes the frames whose main part is missing or says nothing. */
function watch(): void {
  window.drawn = { looked: 0, blank: [] };
  const look = () => {
    if (document.getElementById('root')?.childElementCount) {
      window.drawn.looked += 1;
      const main = document.querySelector('main');
      if (!main?.textContent?.trim()) window.drawn.blank.push(`${location.pathname} at ${performance.now()} ms`);
    }
    requestAnimationFrame(look);
  };
  look();
}

async function expectNeverBlank(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const { looked, blank } = await page.evaluate(() => window.drawn);
  expect(looked).toBeGreaterThan(0);
  expect(blank).toEqual([]);
}

test('pages follow each other without a blank one between', async ({ page }) => {
  await page.addInitScript(watch);
  await open(page, '/account/login');
  await fillLogin(page, 'webmaster@placard.example', PASSWORD);
  await expectNeverBlank(page, 'Sites');
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expectNeverBlank(page, 'Statistics');
  for (const [path, heading] of [
    ['/webmaster/finance', 'Finance'],
    ['/account', 'Account'],
    ['/webmaster/nothing-here', 'This page could not be found'],
    ['/faq', 'Questions and answers'],
  ] as const) {
    await page.goto(path);
    await expectNeverBlank(page, heading);
  }
  await page.getByRole('banner').getByRole('link', { name: 'To your cabinet' }).click();
  await expectNeverBlank(page, 'Sites');
  await page.goto('/logout');
  await expectNeverBlank(page, /Your ad/);
});

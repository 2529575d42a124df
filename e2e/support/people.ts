import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** The password of everybody in the demo network. */
export const PASSWORD = 'Placard-demo-1';

/** A visitor with an ordinary browser: headless ones are known robots, and their clicks are not billed. The demo takes loopback for an address in Germany. */
export const visitor = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1280, height: 900 },
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    locale: 'de-DE',
  });

/** Opens the cabinet of one of the demo's people in a browser of their own. */
export async function enter(browser: Browser, who: 'advertiser' | 'webmaster' | 'god' | 'sales'): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/account/login');
  await page.getByLabel('E-mail').fill(`${who}@placard.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).not.toHaveURL(/login/);
  return page;
}

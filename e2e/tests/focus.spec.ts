/** Where the keyboard is after what was used has gone, and what is read out. */
import { type Browser, expect, type Page } from '@playwright/test';
import { glance } from '../support/look.ts';
import { newAddress, PASSWORD, resume, settle } from '../support/people.ts';
import { open } from '../support/taken-over.ts';
import { test } from '../support/test.ts';

/** What has the focus, by role or element and name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at && at !== document.body
      ? `${at.localName} ${at.getAttribute('aria-label') ?? (at.id || at.textContent?.trim())}`
      : 'nothing';
  });
const expectFocus = (page: Page, what: string) => expect.poll(() => focused(page)).toBe(what);

/** Presses a button as the keyboard does. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

async function ownAccount(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext();
  const address = newAddress(name);
  await settle(context.request, address, PASSWORD);
  await resume(context, address, PASSWORD);
  const page = await context.newPage();
  await page.goto('/account');
  return page;
}

test('another page takes the focus and is named', async ({ page }) => {
  await page.goto('/');
  await expectFocus(page, 'nothing');
  const site = page.getByRole('navigation', { name: 'Site' });
  await site.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.locator('[aria-live=polite]').filter({ hasText: '· Placard' })).toHaveText(
    /^Questions and answers/,
  );
  await expectFocus(page, 'main main');
  const outline = () => page.evaluate(() => getComputedStyle(document.getElementById('main') as Element).outlineStyle);
  expect(await outline()).toBe('none');
  await page.getByLabel('Search the questions').fill('money');
  await expect(page).toHaveURL(/q=money/);
  await expect(page.getByLabel('Search the questions')).toBeFocused();
  await site.getByRole('link', { name: 'API' }).click();
  await expect(page).toHaveURL(/apiDoc/);
  await expectFocus(page, 'main main');
});

test('the head of the page goes with the page', async ({ page }) => {
  await page.goto('/');
  const canonical = page.locator('link[rel=canonical]');
  const home = (await canonical.getAttribute('href')) ?? '';
  await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Contacts' }).click();
  await expect(canonical).toHaveAttribute('href', `${home.replace(/\/$/, '')}/contacts`);
  const described = await page.locator('meta[name=description]').getAttribute('content');
  expect(await (await page.request.get('/contacts')).text()).toContain(`content="${described}"`);
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect(page).toHaveTitle(/Log in/);
  await expect(canonical).toHaveAttribute('href', /\/account\/login$/);
  // What an action led to has no address to send on.
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('E-mail').fill(newAddress('head'));
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page).toHaveTitle(/Check your mail/);
  await expect(canonical).toHaveCount(0);
});

test('the palette and the menu give the focus back', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
  await page.goto('/advertiser/finance');
  const find = page.getByRole('button', { name: /Search or jump to/ });
  await find.focus();
  for (const open of ['Enter', 'Control+k']) {
    await page.keyboard.press(open);
    await expect(page.getByRole('combobox', { name: /Find a page/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(find).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.type('All ads');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/all-medias/);
  await expectFocus(page, 'main main');
  await page.setViewportSize({ width: 360, height: 800 });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  for (let time = 0; time < 2; time += 1) {
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  }
  await menu.click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('navigation')
    .getByRole('link', { name: 'Finance' })
    .click();
  await expect(page).toHaveURL(/finance/);
  await expectFocus(page, 'main main');
});

test('a page that the palette leads to has a focus of its own, also where it is of the same kind', async ({
  cabinet,
}) => {
  const page = await cabinet('advertiser');
  await open(page, '/advertiser/campaigns/1');
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole('main').getByRole('link').first().focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('2');
  await expect(page.getByRole('option', { selected: true })).toContainText('2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaigns\/2\b/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(name);
  await expectFocus(page, 'main main');
  await page.waitForTimeout(100);
  await expectFocus(page, 'main main');
});

test('forms of the account give the focus back', async ({ browser }) => {
  const page = await ownAccount(browser, 'forms');
  for (const [section, opener, cancel] of [
    ['password', 'Change', 'Cancel'],
    ['address', 'Change', 'Cancel'],
    ['second-factor', 'Set it up', 'Cancel'],
    ['tokens', 'New token', 'Cancel'],
    ['data', 'Delete', 'Keep it'],
  ] as const) {
    const part = page.locator(`#${section}`);
    await part.getByRole('button', { name: opener, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(part.getByRole('textbox').first()).toBeFocused();
    await part.getByRole('button', { name: cancel }).focus();
    await page.keyboard.press('Enter');
    await expect(part.getByRole('button', { name: opener, exact: true })).toBeFocused();
  }
  const tokens = page.locator('#tokens');
  await press(page, 'New token');
  await tokens.getByLabel('Name').fill('Nightly');
  await tokens.getByRole('checkbox').first().check();
  await tokens.getByLabel('Your password').fill(PASSWORD);
  await glance(page, 'token-form');
  await press(page, 'Make the token');
  await expectFocus(page, 'h3 Your token “Nightly”');
  await press(page, 'I have copied it');
  await expectFocus(page, 'h2 tokens-title');
  // The question is asked by a button that is gone with its row.
  await press(page, 'Delete the token Nightly');
  await press(page, 'Delete 1');
  await expectFocus(page, 'h2 tokens-title');
  await page.context().close();
});

test('the contact form leads to what became of the message', async ({ page }) => {
  await page.goto('/contacts');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@mail.example');
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await press(page, 'Send');
  await expectFocus(page, 'h2 Your message is here.');
  await press(page, 'Write another one');
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
});

test('a page that leads on shows itself when the cabinet does not come', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
  const heading = page.getByRole('heading', { level: 1 });
  await page.route('**/api/account', () => undefined);
  await page.goto('/');
  await expect(heading).toBeVisible({ timeout: 5_000 });
  await page.unroute('**/api/account');
  await page.route('**/assets/app-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(heading).toBeVisible({ timeout: 5_000 });
});

test('an error is shown in the account to whoever is logged in', async ({ cabinet, page: visitor }) => {
  const page = await cabinet('advertiser');
  const title = 'This page could not be found';
  for (const shown of [page, visitor]) {
    // The router hears of the new address only when it has taken the page over.
    await open(shown, '/helpCenter');
    await shown.evaluate(() => history.pushState(null, '', '/helpCenter/no-such-article'));
    await expect(shown.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(shown.getByRole('main')).toHaveCount(1);
    await expect(shown.getByRole('navigation', { name: 'Advertiser pages' })).toHaveCount(shown === page ? 1 : 0);
    await expect(shown.getByRole('navigation', { name: 'Site' })).toHaveCount(shown === page ? 0 : 1);
  }
  await page.getByRole('link', { name: 'To your cabinet' }).click();
  await expect(page).toHaveURL(/campaigns/);
});

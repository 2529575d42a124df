/** Getting in: sign-up, the link of the mail, reset, another address, and the end of an account. */
import { expect, type Page, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { linkIn, mailsTo, mailTo } from '../support/mail.ts';
import { PASSWORD as DEMO_PASSWORD, fillLogin, logIn, logOut, newAddress, resume, settle } from '../support/people.ts';
import { noteShifts } from '../support/shifts.ts';

const PASSWORD = 'Tall-Lamp-42';
const OTHER = 'Short-Candle-43';

test.skip(!process.env.E2E_DATA_DIR && Boolean(process.env.E2E_URL), 'mail is read from the data folder');

async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create the account' }).click();
}

test('an advertiser signs up, and the waiting page goes on when the link was opened', async ({
  page,
  context,
  browser,
}) => {
  const email = newAddress('adv');
  await page.goto('/singup');
  await expect(page.getByRole('radio', { name: /Advertiser/ })).toBeChecked();
  await page.getByLabel('Password', { exact: true }).fill('tall');
  const rules = page.getByRole('list', { name: 'Rules of the password' });
  await expect(rules.getByRole('listitem').filter({ hasText: 'Lower case' })).toContainText('holds');
  for (const rule of ['8 characters', 'Upper case', 'Digit', 'Special character']) {
    await expect(rules.getByRole('listitem').filter({ hasText: rule })).toContainText('missing');
  }
  await look(page, 'sign-up');
  await signUp(page, email, 'tall lamp');
  await expect(page.getByText('Add an upper-case letter.')).toBeVisible();
  await signUp(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
  await expect(page.getByRole('button', { name: /again in \d+ s/ })).toBeDisabled();
  await look(page, 'sign-up-sent');

  // Whoever is not confirmed logs in to one page, and comes back to it from every page of a cabinet.
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible();
  await page.goto('/advertiser/campaigns');
  await expect(page).toHaveURL(/\/account\/confirm$/);

  // A scanner of mails opens the link before its reader does, twice.
  const link = linkIn(await mailTo(email, /^Confirm your address/), '/confirm');
  for (let visit = 0; visit < 2; visit += 1) {
    const scanner = await browser.newPage();
    await scanner.goto(link);
    await expect(scanner.getByRole('heading', { level: 1, name: 'Address confirmed' })).toBeVisible();
    await scanner.close();
  }
  await expect(page).toHaveURL(/\/advertiser\/campaigns$/);
  await expect(page.getByRole('heading', { name: 'Your first campaign goes here' })).toBeVisible();

  // The reader's own visit succeeds too, and leads into the cabinet.
  const reader = await context.newPage();
  await reader.goto(link);
  await expect(reader).toHaveURL(/\/advertiser\/campaigns$/);
});

test('a webmaster signs up by the link of the landing page', async ({ page }) => {
  const email = newAddress('web');
  await page.goto('/singup?role=webmaster');
  await expect(page.getByRole('radio', { name: /Webmaster/ })).toBeChecked();
  await signUp(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
  await page.goto(linkIn(await mailTo(email, /^Confirm your address/), '/confirm'));
  await expect(page.getByRole('heading', { level: 1, name: 'Address confirmed' })).toBeVisible();
  await look(page, 'confirmed');
  await page.getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/webmaster\/sites$/);
  await expect(page.getByRole('heading', { name: 'Your first site goes here' })).toBeVisible();
});

test('a taken address gets the same answer, and its owner a mail', async ({ page }) => {
  const email = 'webmaster@placard.example';
  await page.goto('/singup');
  await signUp(page, email, OTHER);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
  await mailTo(email, /You have an account/);
  await logIn(page, email, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/webmaster\/sites$/);
});

test('a forgotten password is set anew, once, and ends all sessions', async ({ page, browser, request }) => {
  const email = newAddress('reset');
  await settle(request, email, PASSWORD);
  const elsewhere = await browser.newPage();
  await resume(elsewhere.context(), email, PASSWORD);
  await elsewhere.goto('/advertiser/campaigns');

  await page.goto('/account/login');
  await page.getByRole('link', { name: /forgot|reset/i }).click();
  await expect(page).toHaveURL(/\/account\/password\/reset$/);
  await page.getByLabel('E-mail').fill(newAddress('nobody'));
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('has an account, a mail with a link is on its way')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeFocused();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('has an account, a mail with a link is on its way')).toBeVisible();
  expect(mailsTo(newAddress('nobody'))).toEqual([]);

  const link = linkIn(await mailTo(email, /new password/), '/account/password/reset/');
  await page.goto(link);
  await page.getByLabel('New password').fill('12345678');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Add an upper-case letter.')).toBeVisible();
  await look(page, 'set-password');
  await page.getByLabel('New password').fill(OTHER);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The password is set' })).toBeVisible();

  // The session of the other device is over, and its owner stands before the home page.
  // What the page asks by itself may have told it before.
  const finance = elsewhere.getByRole('link', { name: 'Finance' }).first();
  await finance.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(elsewhere).toHaveURL(/\/(\?ended=\w+)?$/);
  await logIn(elsewhere, email, OTHER);

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link has ended' })).toBeVisible();
  await expect(page.getByText(/was used already/)).toBeVisible();
  await look(page, 'reset-used');
});

test('an expired reset link says how long it held', async ({ page }) => {
  // A state of the page: no test waits for an hour.
  await page.route('**/api/account/password/reset/*', (route) =>
    route.fulfill({ status: 410, json: { type: 'token_expired', title: 'Gone', status: 410, detail: 'Ask again.' } }),
  );
  await page.goto('/account/password/reset/an-old-one');
  await expect(page.getByRole('heading', { level: 1, name: 'This link has ended' })).toBeVisible();
  await expect(page.getByText(/within an hour/)).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/account\/password\/reset$/);
});

test('the address of an account is changed from the new one', async ({ page, request }) => {
  const email = newAddress('old');
  const next = newAddress('new');
  await settle(request, email, PASSWORD);
  await resume(page.context(), email, PASSWORD);
  // What stands above it comes late, and moves nothing.
  await page.route('**/api/account/notices', async (route) => {
    await new Promise((late) => setTimeout(late, 300));
    await route.continue();
  });
  const shifts = await noteShifts(page);
  await page.goto('/account');
  await expect(page.getByRole('table', { name: 'Kinds of notices' })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  expect(await shifts()).toBeLessThan(0.01);
  const section = page.getByRole('region', { name: 'E-mail' });
  await section.getByRole('button', { name: 'Change' }).click();
  await section.getByLabel('New address').fill(next);
  await section.getByLabel('Your password').fill('Wrong-Lamp-1');
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByText(/not correct/)).toBeVisible();
  expect(mailsTo(next)).toEqual([]);
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByText('Waits for its confirmation')).toBeVisible();

  const link = linkIn(await mailTo(next, /Confirm your new address/), '/account/change/confirm');
  await page.goto(link);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('region', { name: 'E-mail' })).toContainText(next);
  expect((await mailTo(email, /address was changed/)).text).toContain(next);
  await logOut(page);
  await logIn(page, next, PASSWORD);
  await logOut(page);
  await page.goto('/account/login');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByText('Email or password are not correct.')).toBeVisible();
  await expect(page).toHaveURL(/login/);
});

test('an account is deleted by its owner, and nobody logs in with it again', async ({ page, request }) => {
  const email = newAddress('gone');
  await settle(request, email, PASSWORD, { role: 'webmaster' });
  await resume(page.context(), email, PASSWORD);
  // As a link out of a mail leads to a section.
  await page.goto('/account#data');
  const section = page.getByRole('region', { name: 'Your data' });
  await expect(section.getByRole('heading', { name: 'Your data' })).toBeInViewport();
  const file = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.json$/);
  await section.getByRole('button', { name: 'Delete' }).click();
  const form = section.getByRole('form', { name: 'Delete the account' });
  await form.getByLabel(/^Type/).fill('somebody@else.example');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Delete my account' }).click();
  await expect(form.getByText('as it stands here')).toBeVisible();
  await look(page, 'deletion');
  await form.getByLabel(/^Type/).fill(email);
  await form.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/(\?ended=\w+)?$/);
  await page.goto('/account/login');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByText('Email or password are not correct.')).toBeVisible();
  await expect(page).toHaveURL(/login/);
});

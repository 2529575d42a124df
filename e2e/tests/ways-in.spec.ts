/** Login, sign-up, reset and confirm as the server sends them: read without a script, taken over by it, and safe in between. */
import { expect, type Page, test } from '@playwright/test';
import { PASSWORD } from '../support/people.ts';
import { complaints, expectTakenOver, markDrawn, open } from '../support/taken-over.ts';

interface WayIn {
  path: string;
  title: string;
  heading: string;
  canonical: RegExp;
  isListed?: boolean;
}

const WAYS: readonly WayIn[] = [
  { path: '/singup', title: 'Sign up', heading: 'Create an account', canonical: /[^n]\/singup$/, isListed: true },
  {
    path: '/en/singup?role=webmaster',
    title: 'Sign up',
    heading: 'Create an account',
    canonical: /[^n]\/singup$/,
    isListed: true,
  },
  { path: '/account/login', title: 'Log in', heading: 'Log in', canonical: /\/account\/login$/ },
  {
    path: '/account/password/reset',
    title: 'Reset your password',
    heading: 'Reset your password',
    canonical: /\/account\/password\/reset$/,
  },
  {
    path: '/account/password/reset/some-token',
    title: 'Set a new password',
    heading: 'Set a new password',
    canonical: /\/account\/password\/reset$/,
  },
  {
    path: '/confirm?token=some-token',
    title: 'Checking the link',
    heading: 'Checking the link',
    canonical: /\/confirm$/,
  },
  {
    path: '/account/change/confirm?token=some-token',
    title: 'Checking the link',
    heading: 'Checking the link',
    canonical: /\/account\/change\/confirm$/,
  },
];

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  for (const { path, title, heading, canonical, isListed } of WAYS) {
    test(`${path} says what it is, and that its form needs one`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      const html = (await response?.text()) ?? '';
      expect(html, 'every place is filled').not.toMatch(/\{\{(site|text|help|origin|path)/);
      expect(html + JSON.stringify(response?.headers()), 'nobody keeps the token').not.toContain('some-token');
      await expect(page).toHaveTitle(`${title} · Placard`);
      await expect(page.locator('title')).toHaveCount(1);
      await expect(page.locator('meta[name=robots]')).toHaveCount(isListed ? 0 : 1);
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30}/);
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', `${title} · Placard`);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      const note = page.locator('noscript p');
      await expect(note).toContainText('works with JavaScript only');
      await expect(note).toBeVisible();
      await expect(page.getByRole('link', { name: 'help center' })).toBeVisible();
      // A form that nothing sends is not shown.
      await expect(page.locator('form')).toHaveCount(heading === 'Checking the link' ? 0 : 1);
      await expect(page.locator('form:visible')).toHaveCount(0);
      // Some browsers send a form in spite of a button that waits: with this method it goes nowhere.
      await expect(page.locator('form:not([method=dialog])')).toHaveCount(0);
    });
  }
});

for (const { path } of WAYS.filter((way) => !way.path.includes('some-token'))) {
  test(`${path} is taken over as it stands`, async ({ page }) => {
    const said = complaints(page);
    await markDrawn(page);
    await open(page, path);
    await expectTakenOver(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30}/);
    expect(said).toEqual([]);
  });
}

for (const path of [
  '/account/password/reset/some-token',
  '/en/account/password/reset/some-token',
  // Mail programs glue what stands around a link to it.
  '/account/password/reset/some-token%3E.',
  `/account/password/reset/${'x'.repeat(300)}`,
  '/confirm?token=some-token',
  '/account/change/confirm?token=some-token',
]) {
  test(`${path} is taken over, then tells that the link does not work`, async ({ page }) => {
    const said = complaints(page);
    await markDrawn(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    await expectTakenOver(page);
    expect(said.filter((line) => !/40[04]|422/.test(line))).toEqual([]);
    const head = await page.locator('head').innerHTML();
    expect(head, 'the token is told to nobody').not.toMatch(/some-token|xxx/);
    // What came instead is read out.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

/** Keeps the application's script back until it is let go. */
async function holdScript(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

test('what is typed before the script has come is kept, and is not sent into the address', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/account/login', { waitUntil: 'commit' });
  const email = page.getByLabel('E-mail');
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('advertiser@placard.example');
  await password.fill(PASSWORD);
  await password.press('Enter');
  const send = page.getByRole('button', { name: 'Log in', exact: true });
  await expect(send).toBeDisabled();
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(send).toBeEnabled();
  await expect(email).toHaveValue('advertiser@placard.example');
  await password.press('Enter');
  await expect(page).toHaveURL(/\/advertiser\/campaigns$/);
});

test('a single field is not sent into the address either', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/account/password/reset/some-token', { waitUntil: 'commit' });
  const password = page.getByLabel('New password');
  await password.fill(PASSWORD);
  await password.press('Enter');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.push(request.url());
  });
  // What a password manager does, which asks no button.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  // A form that is sent is on its way before anything that is asked for after it has come.
  await page.evaluate(() => fetch('/favicon.svg').then((answer) => answer.text()));
  expect(sent).toEqual([]);
  expect(new URL(page.url()).search).toBe('');
  await expect(password).toHaveValue(PASSWORD);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
});

test('a check that fails takes nobody’s form away', async ({ page }) => {
  await page.route('**/api/account/password/reset/*', (route) => route.fulfill({ status: 503, json: {} }));
  const checked = page.waitForResponse(/\/api\/account\/password\/reset\//);
  await page.goto('/account/password/reset/some-token');
  await checked;
  await page.getByLabel('New password').fill('Tall-Lamp-42');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('Tall-Lamp-42');
});

test('a wrong address is told at the next field, and moves no link under the pointer', async ({ page }) => {
  await page.goto('/account/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  await page.getByLabel('E-mail').fill('ada');
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  await page.goBack();
  await page.getByLabel('E-mail').fill('ada');
  await page.keyboard.press('Tab');
  await expect(page.getByText('An address like name@company.com.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
});

test('the side that is chosen before the script has come is the one that signs up', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/singup', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /Webmaster/ }).check();
  await page.getByLabel('Password', { exact: true }).fill('tall lamp');
  release();
  await expect(page).toHaveURL(/\/singup\?role=webmaster$/);
  await expect(page.getByRole('radio', { name: /Webmaster/ })).toBeChecked();
  // The meter reads what was typed.
  const rules = page.getByRole('list', { name: 'Rules of the password' });
  await expect(rules.getByRole('listitem').filter({ hasText: '8 characters' })).toContainText('holds');
  await expect(rules.getByRole('listitem').filter({ hasText: 'No spaces' })).toContainText('missing');
});

test('a message that is begun before the script has come is kept', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/contacts', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('What is it about?').selectOption('Money');
  await page.getByLabel('Message', { exact: true }).fill('When do you pay?');
  release();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('so that we can answer')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(page.getByLabel('What is it about?')).toHaveValue('Money');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('When do you pay?');
});

test('a search and a calculation that are begun before the script has come go on', async ({ page }) => {
  let release = await holdScript(page);
  await page.goto('/helpCenter?q=money', { waitUntil: 'commit' });
  await page.getByLabel('Search the help center').fill('click_id');
  release();
  await expect(page).toHaveURL(/\/helpCenter\?q=click_id$/);
  await expect(page.getByLabel('Search the help center')).toHaveValue('click_id');
  await page.unrouteAll({ behavior: 'wait' });

  release = await holdScript(page);
  await page.goto('/advertiser', { waitUntil: 'commit' });
  await page.getByLabel('Budget').fill('1000');
  release();
  await page.getByLabel('Bid for a click').fill('2,5');
  await expect(page.getByText('400', { exact: true })).toBeVisible();
});

test('a password is shown while it is written, on request', async ({ page }) => {
  await page.goto('/account/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  await password.fill('Tall-Lamp-42');
  await expect(password).toHaveAttribute('type', 'password');
  const eye = page.getByRole('button', { name: 'Show the password' });
  await eye.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await eye.press('Enter');
  await expect(password).toHaveAttribute('type', 'password');
});

test('whoever is logged in sees nothing of the login on the way home', async ({ page }) => {
  await page.goto('/account/login');
  await page.getByLabel('E-mail').fill('webmaster@placard.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/webmaster\/sites$/);
  // Noted when the page is read whole, before any of the application runs.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const heading = document.querySelector('h1');
      if (document.readyState !== 'interactive' || !heading) return;
      sessionStorage.setItem('seen', `${heading.textContent}: ${getComputedStyle(heading).visibility}`);
    });
  });
  await page.goto('/account/login');
  await expect(page).toHaveURL(/\/webmaster\/sites$/);
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('Log in: hidden');
});

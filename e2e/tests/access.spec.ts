/** Staying in, and keeping others out: second factor, sessions in two tabs, API tokens, acting as a user, blocked accounts. */
import { spawnSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { glance, look } from '../support/look.ts';
import { mailTo } from '../support/mail.ts';
import { bearer, enter, fillLogin, logOut, newAddress, resume, settle, tokensOf } from '../support/people.ts';
import { totp } from '../support/totp.ts';

const PASSWORD = 'Tall-Lamp-42';
/** Ended sessions lose access within so many ms. */
const ENDED_WITHIN_MS = 3_000;

test.skip(!process.env.E2E_DATA_DIR && Boolean(process.env.E2E_URL), 'mail is read from the data folder');

/** The tokens that the tabs of a browser share. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('placard.session') ?? 'null') as { access: string } | null);

/** A page of the cabinet that asks the server for something. */
async function openFinance(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: /pages$/ })
    .getByRole('link', { name: 'Finance' })
    .click();
}

const expectLoggedOut = (page: Page) => expect(page).toHaveURL(/\/(\?ended=\w+)?$/);

test('a second factor is set up, asked for, and replaced by a recovery code', async ({ page, request }) => {
  const email = newAddress('factor');
  await settle(request, email, PASSWORD);
  await resume(page.context(), email, PASSWORD);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set it up' }).click();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Go on' }).click();
  await expect(section.getByRole('img', { name: 'Code to scan with the app' })).toBeVisible();
  const address = await section.getByRole('link', { name: 'Open it in an app of this device' }).getAttribute('href');
  const secret = new URL(address ?? '').searchParams.get('secret') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  await look(page, 'second-factor-scan');
  await section.getByLabel('Code that the app shows').fill(totp(secret, 40));
  await section.getByRole('button', { name: 'Switch on' }).click();
  await expect(section.getByLabel('Code that the app shows')).toHaveAttribute('aria-invalid', 'true');
  await section.getByLabel('Code that the app shows').fill(totp(secret));
  await section.getByRole('button', { name: 'Switch on' }).click();
  const listed = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();
  await look(page, 'recovery-codes');
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByText('10 recovery codes left.')).toBeVisible();
  await mailTo(email, /second factor is on/);

  await logOut(page);
  await page.goto('/account/login');
  await fillLogin(page, email, PASSWORD);
  const code = page.getByLabel('Code of the second factor');
  await expect(code).toBeVisible();
  await look(page, 'login-second-factor');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  // The code of the set-up has been used: the next one counts.
  await code.fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(/\/advertiser\/campaigns$/);

  const [kept = ''] = codes;
  await logOut(page);
  await page.goto('/account/login');
  await fillLogin(page, email, PASSWORD);
  await code.fill(kept);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(/\/advertiser\/campaigns$/);
});

test('two tabs refresh once, and both go on with the new token', async ({ context, request }) => {
  const email = newAddress('tabs');
  await settle(request, email, PASSWORD);
  const one = await context.newPage();
  await resume(context, email, PASSWORD);
  await one.goto('/advertiser/campaigns');
  const two = await context.newPage();
  await two.goto('/advertiser/campaigns');
  await expect(two.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  const before = await stored(one);
  // The first answer is held back, so that both tabs want a new token at the same time.
  let refreshes = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/api/oauth2/accessToken', async (route) => {
    refreshes += 1;
    await released;
    await route.continue();
  });
  // Both tabs wake up with a token that is about to end.
  await one.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('placard.session') ?? '{}');
    localStorage.setItem('placard.session', JSON.stringify({ ...session, expiresAt: Date.now() + 1_000 }));
  });
  await Promise.all([one.reload(), two.reload()]);
  const tabsAtTheLock = async () => {
    const { held = [], pending = [] } = await one.evaluate(() => navigator.locks.query());
    return [held, pending].map((locks) => locks.filter(({ name }) => name === 'placard.refresh').length);
  };
  await expect.poll(tabsAtTheLock).toEqual([1, 1]);
  await expect.poll(() => refreshes).toBe(1);
  release();
  for (const tab of [one, two]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    await openFinance(tab);
    await expect(tab.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible();
    await expect(tab.getByText('Nothing was moved yet')).toBeVisible();
  }
  // Storage reaches another tab's process a moment after the lock does. Whoever asks again then gets the same successor.
  expect([1, 2]).toContain(refreshes);
  expect(await stored(one)).toEqual(await stored(two));
  expect((await stored(two))?.access).not.toBe(before?.access);
});

test('a logout in one tab logs the other out', async ({ context, request }) => {
  const email = newAddress('leave');
  await settle(request, email, PASSWORD);
  const one = await context.newPage();
  await resume(context, email, PASSWORD);
  await one.goto('/advertiser/campaigns');
  const two = await context.newPage();
  await two.goto('/advertiser/finance');
  await expect(two.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible();
  const token = (await stored(one))?.access ?? '';
  await one.getByRole('button', { name: /^Account of/ }).click();
  await one.getByRole('menuitem', { name: 'Log out' }).click();
  await expectLoggedOut(one);
  await expectLoggedOut(two);
  await expect(two.getByText('Your session ended in another tab')).toBeVisible();
  // The page is left at once; the server hears of it a moment later.
  await expect.poll(async () => (await request.get('/api/oauth2/user', bearer(token))).status()).toBe(401);
});

test('god acts as a user, says so on every page, and leaves both names in the log', async ({ browser, request }) => {
  const email = newAddress('client');
  await settle(request, email, PASSWORD);
  const god = await enter(browser, 'god');
  await god.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await god.getByRole('link', { name: email }).first().click();
  await expect(god.getByRole('heading', { level: 1 })).toContainText(/client/);
  const opened = god.context().waitForEvent('page');
  await god.getByRole('button', { name: 'Log in as' }).click();
  const acting = await opened;
  await expect(acting).toHaveURL(/\/advertiser\/campaigns$/);
  const bar = acting.getByRole('region', { name: 'Acting as somebody else' });
  await expect(bar).toContainText('god@placard.example');
  await expect(bar).toContainText(email);
  await glance(acting, 'acting');
  const size = acting.viewportSize();
  await acting.setViewportSize({ width: 360, height: 740 });
  await expect(bar.getByText('god@placard.example')).toBeVisible();
  await expect(bar.getByText(email)).toBeVisible();
  if (size) await acting.setViewportSize(size);

  // What is the owner's alone is closed, in the page and on the server.
  const asked = acting.waitForRequest((sent) => sent.url().endsWith('/api/oauth2/user'));
  await acting.goto('/account');
  const authorization = (await asked).headers().authorization ?? '';
  await expect(bar).toBeVisible();
  await expect(acting.getByRole('region', { name: 'Password' })).toContainText('Only the owner');
  await expect(acting.getByRole('region', { name: 'Password' }).getByRole('button', { name: 'Change' })).toHaveCount(0);
  await glance(acting, 'acting-account');
  for (const call of [
    'PUT /api/account/password',
    'POST /api/account/second_factor',
    'POST /api/account/tokens',
    'GET /api/account/export',
    'DELETE /api/account',
  ]) {
    const [method = '', path = ''] = call.split(' ');
    const answer = await request.fetch(path, {
      method,
      headers: { authorization },
      ...(method === 'GET' ? {} : { data: {} }),
    });
    expect(answer.status(), call).toBe(403);
  }

  // A change under both names.
  const profile = acting.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('Name').fill('Renamed by staff');
  await profile.getByRole('button', { name: /Save/ }).click();
  await expect(acting.getByText('Profile saved')).toBeVisible();
  await bar.getByRole('button', { name: 'End' }).click();
  await expect(bar).toHaveCount(0);

  await god.goto('/admin/audit-log');
  const row = god.getByRole('row').filter({ hasText: 'god@placard.example' }).filter({ hasText: email }).first();
  await expect(row).toBeVisible();
});

test('a blocked user is out within seconds, and reads the reason', async ({ page, browser, request }) => {
  const email = newAddress('blocked');
  await settle(request, email, PASSWORD);
  await resume(page.context(), email, PASSWORD);
  const god = await enter(browser, 'god');
  await god.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await god.getByRole('link', { name: email }).first().click();
  await god.getByRole('button', { name: 'Block', exact: true }).click();
  const form = god.getByRole('form', { name: 'Block the user' });
  await form.getByLabel('Reason').fill('Clicks on own ads.');
  await look(god, 'block-user');
  await form.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(god.getByText('Clicks on own ads.')).toBeVisible();
  await expect(async () => {
    await page.goto('/advertiser/finance');
    await expect(page).not.toHaveURL(/finance/, { timeout: 1_000 });
  }).toPass({ timeout: ENDED_WITHIN_MS * 3 });
  await page.goto('/account/login');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByText('Clicks on own ads.')).toBeVisible();
  await look(page, 'login-blocked');
});

test('the example of the API page runs as it stands there', async ({ page, request }) => {
  const email = newAddress('script');
  await settle(request, email, PASSWORD);
  const { access_token } = await tokensOf(request, email, PASSWORD);
  const made = await request.post('/api/account/tokens', {
    ...bearer(access_token),
    data: { name: 'Example', scopes: ['advertiser:read', 'advertiser:write', 'statistics:read'], password: PASSWORD },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { token } = ((await made.json()) as { data: { token: string } }).data;
  await page.goto('/apiDoc');
  const example = await page.locator('pre', { hasText: 'async function call' }).innerText();
  expect(example).toContain('plc_YOUR_TOKEN');
  const run = (code: string) => spawnSync('node', ['--input-type=module'], { input: code, encoding: 'utf8' });
  const works = run(example.replace('plc_YOUR_TOKEN', token));
  expect(works.stderr).toBe('');
  expect(works.status).toBe(0);
  expect(run(example).stderr).toContain('401');
});

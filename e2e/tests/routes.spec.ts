/** Every route, without and with /en; five of them for every role; where no address may lead. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { glance } from '../support/look.ts';
import { PASSWORD as DEMO_PASSWORD, enter, fillLogin, logIn, logOut, newAddress, settle } from '../support/people.ts';
import { BY_ROLE, type KnownRoute, ROUTES, type Role } from '../support/routes.ts';

const PASSWORD = 'Tall-Lamp-42';
const LOST = 'This page could not be found';

// No test leaves anything behind for another one: both workers take from the longest file.
test.describe.configure({ mode: 'parallel' });

const pages = new Map<Role, Page>();

/** A browser of somebody with this role, opened once by each worker. */
async function pageOf(browser: Browser, role: Role): Promise<Page> {
  const known = pages.get(role);
  if (known) return known;
  const page =
    role === 'nobody' || role === 'unconfirmed'
      ? await (await browser.newContext()).newPage()
      : await enter(browser, role);
  if (role === 'unconfirmed') {
    const email = newAddress('unconfirmed');
    await settle(page.request, email, PASSWORD, { confirmed: false });
    await logIn(page, email, PASSWORD);
  }
  pages.set(role, page);
  return page;
}

/** Opens an address as a person does who types it, and waits until its page stands. */
async function open(page: Page, path: string): Promise<number> {
  const answer = await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  return answer?.status() ?? 0;
}

async function check(page: Page, { path, later, heading, to }: KnownRoute, prefix: string): Promise<void> {
  const status = await open(page, prefix + path);
  const title = page.getByRole('heading', { level: 1 });
  if (later) {
    // Nothing stands in for it: it is as unknown as any other address.
    await expect(title).toHaveText(LOST);
    return;
  }
  expect(status, path).toBe(200);
  if (heading) await expect(title).toHaveText(heading);
  await expect(title).not.toHaveText(LOST);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page).toHaveTitle(/^\S.* · Placard$|^Placard/);
  const { pathname } = new URL(page.url());
  if (to) expect(pathname).toMatch(to);
  else expect(pathname.replace(/\/$/, '')).toBe(prefix + path.replace(/\?.*|^\/$/g, ''));
}

for (const known of ROUTES) {
  const named = known.later ? `${known.pattern} (comes with ${known.later})` : known.pattern;
  test(`${named} as ${known.as}`, async ({ browser }) => {
    const page = await pageOf(browser, known.as);
    await check(page, known, '/en');
    await check(page, known, '');
    if (!known.later && !known.to && !known.isText) {
      await glance(page, `route${known.pattern.replaceAll(/[/{}]+/g, '-').replace(/-$/, '')}`);
    }
  });
}

for (const { path, ends } of BY_ROLE) {
  for (const [role, end] of Object.entries(ends) as [Role, string][]) {
    test(`${path} as ${role} ends at ${end}`, async ({ browser }) => {
      const page = await pageOf(browser, role);
      await open(page, path);
      if (end === '404') {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(LOST);
        // The frame of the cabinet stays around it.
        await expect(page.getByRole('navigation', { name: /pages$/ })).toBeVisible();
      } else {
        await expect(page).toHaveURL((url) => url.pathname === end);
      }
    });
  }
}

test('the page that was asked for opens after the login, and for nobody else', async ({ page }) => {
  await page.goto('/advertiser/statistics?period=7d');
  await expect(page).toHaveURL(/\/account\/login$/);
  await fillLogin(page, 'advertiser@placard.example', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/advertiser\/statistics\?period=7d$/);
  await logOut(page);
  await page.goto('/advertiser/finance');
  await expect(page).toHaveURL(/\/account\/login$/);
  await fillLogin(page, 'webmaster@placard.example', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/webmaster\/sites$/);
});

test('no address leads away from here', async ({ page, baseURL }) => {
  const evil = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/%2Fevil.example'];
  const away: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== baseURL) away.push(request.url());
  });
  for (const target of evil) {
    await page.goto(`/account/login?redirect_to=${encodeURIComponent(target)}`);
    await fillLogin(page, 'advertiser@placard.example', DEMO_PASSWORD);
    await expect(page).toHaveURL(`${baseURL}/advertiser/campaigns`);
    // The same for whoever is logged in already.
    await page.goto(`/?redirect_to=${encodeURIComponent(target)}`);
    await expect(page).toHaveURL(`${baseURL}/advertiser/campaigns`);
    await logOut(page);
  }
  await page.goto('/account/login?redirect_to=%2Fadvertiser%2Ffinance');
  await fillLogin(page, 'advertiser@placard.example', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/advertiser\/finance$/);
  // Neither does the server's own answer to an odd path.
  for (const path of ['//evil.example', '//evil.example/en/', '/en//evil.example', '/%5Cevil.example']) {
    const answer = await page.request.get(baseURL + path, { maxRedirects: 0 });
    expect(new URL(answer.headers().location ?? '/', baseURL).origin, path).toBe(baseURL);
  }
  expect(away).toEqual([]);
});

test('parts of an address that cannot be right have no page', async ({ browser }) => {
  const page = await pageOf(browser, 'advertiser');
  for (const path of ['/advertiser/campaigns/0', '/advertiser/campaigns/1e3', '/advertiser/campaigns/999999999']) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LOST);
  }
});

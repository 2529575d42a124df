/** Every page, gone to with /en and looked at; where each role is sent; where no address may lead. */
import { expect, type Page } from '@playwright/test';
import { lookBothWays } from '../support/look.ts';
import { PASSWORD as DEMO_PASSWORD, fillLogin, logOut } from '../support/people.ts';
import { BY_ROLE, type KnownRoute, ROUTES, type Role } from '../support/routes.ts';
import { expectInSightOfMost, IN_SIGHT } from '../support/sight.ts';
import { drawn, open as openPage } from '../support/taken-over.ts';
import { test } from '../support/test.ts';

const LOST = 'This page could not be found';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The page stands, with its code and all that it asked for. */
async function expectWhole(page: Page): Promise<void> {
  await drawn(page);
  await expect(heading(page)).toHaveCount(1);
  await expect(heading(page)).not.toHaveText('Loading the page');
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

/** Opens an address as a person does who types it, and waits until its page stands. */
async function open(page: Page, path: string): Promise<number> {
  const answer = await openPage(page, path);
  await expectWhole(page);
  return answer?.status() ?? 0;
}

/** What is the same for everybody is looked at by `public.spec.ts`. */
const LOOKED_AT = ROUTES.filter(({ isText, to }) => !isText && !to);

async function expectPage(page: Page, known: KnownRoute, prefix: string): Promise<void> {
  await expectWhole(page);
  if (known.heading) await expect(heading(page)).toHaveText(known.heading);
  await expect(heading(page)).not.toHaveText(LOST);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page).toHaveTitle(/^\S.* · Placard$|^Placard/);
  const { pathname } = new URL(page.url());
  if (known.to) expect(pathname).toMatch(known.to);
  else expect(pathname.replace(/\/$/, '')).toBe(prefix + known.path.replace(/\?.*|^\/$/g, ''));
}

// One page of everybody is loaded at its address, too, and is the same; `access.test.tsx` asks the router for each of them, and
// the server is asked for all in `pages.rs`.
const LOADED = new Set(
  [...new Set(LOOKED_AT.map(({ as }) => as))].map((role) => LOOKED_AT.find(({ as }) => as === role)),
);

for (const known of LOOKED_AT) {
  test(`${known.pattern} as ${known.as}`, async ({ cabinet, walk }) => {
    const page = await (known.isAlone ? cabinet : walk)(known.as, known.path);
    if (known.isAlone) await open(page, `/en${known.path}`);
    await expectPage(page, known, '/en');
    const [title, words] = [await page.title(), await heading(page).innerText()];
    await lookBothWays(page, `route${known.pattern.replaceAll(/[/{}]+/g, '-').replace(/-$/, '')}`, () =>
      expectInSightOfMost(page, known.pattern),
    );
    if (!LOADED.has(known)) return;
    const loaded = await cabinet(known.as);
    expect(await open(loaded, known.path), known.path).toBe(200);
    await expect(loaded).toHaveTitle(title);
    await expect(heading(loaded)).toHaveText(words);
    await expectPage(loaded, known, '');
  });
}

test('pages whose money or button is looked for are among them', () => {
  const patterns = LOOKED_AT.map(({ pattern }) => pattern);
  expect(IN_SIGHT.filter((pattern) => !patterns.includes(pattern))).toEqual([]);
});

for (const known of ROUTES.filter(({ to }) => to)) {
  test(`${known.pattern} leads elsewhere as ${known.as}`, async ({ cabinet }) => {
    const page = await cabinet(known.as);
    await open(page, `/en${known.path}`);
    await expectPage(page, known, '/en');
  });
}

// Who is sent where is `access.test.tsx`'s to tell of every page and every role.
for (const [role, { home, foreign }] of Object.entries(BY_ROLE) as [Role, (typeof BY_ROLE)[Role]][]) {
  test(`${role} comes home, and to no page that is not theirs`, async ({ cabinet }) => {
    const page = await cabinet(role);
    await open(page, '/');
    await expect(page).toHaveURL((url) => url.pathname === home);
    const [path, ends] = foreign;
    await open(page, path);
    if (ends !== '404') {
      await expect(page).toHaveURL((url) => url.pathname === ends);
      return;
    }
    await expect(heading(page)).toHaveText(LOST);
    // The frame of the cabinet stays around it.
    await expect(page.getByRole('navigation', { name: /pages$/ })).toBeVisible();
  });
}

test('what is not there any more has no page', async ({ walk }) => {
  await expect(heading(await walk('advertiser', '/advertiser/campaigns/999999999'))).toHaveText(LOST);
});

test('the page that was asked for opens after the login', async ({ page }) => {
  await page.goto('/advertiser/statistics?period=7d');
  await expect(page).toHaveURL(/\/account\/login$/);
  await fillLogin(page, 'advertiser@placard.example', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/advertiser\/statistics\?period=7d$/);
});

test('no address leads away from here', async ({ page, baseURL }) => {
  // What else is hostile, `safe-path.test.ts` knows.
  const evil = encodeURIComponent('//evil.example');
  const away: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== baseURL) away.push(request.url());
  });
  await page.goto(`/account/login?redirect_to=${evil}`);
  await fillLogin(page, 'advertiser@placard.example', DEMO_PASSWORD);
  await expect(page).toHaveURL(`${baseURL}/advertiser/campaigns`);
  // The same for whoever is logged in already.
  await page.goto(`/?redirect_to=${evil}`);
  await expect(page).toHaveURL(`${baseURL}/advertiser/campaigns`);
  await logOut(page);
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

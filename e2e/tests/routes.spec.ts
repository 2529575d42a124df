/** Every page, gone to with /en and looked at; five of them for every role; where no address may lead. */
import { expect, type Page } from '@playwright/test';
import { lookBothWays } from '../support/look.ts';
import { PASSWORD as DEMO_PASSWORD, fillLogin, logOut } from '../support/people.ts';
import { BY_ROLE, type KnownRoute, ROUTES } from '../support/routes.ts';
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

// The first and the last page of everybody are loaded at their address, too, and are the same; `access.test.tsx` asks the
// router for each of them.
const LOADED = new Set(
  [...new Set(ROUTES.map(({ as }) => as))].flatMap((role) => {
    const ofRole = LOOKED_AT.filter(({ as }) => as === role);
    return [ofRole.at(0), ofRole.at(-1)];
  }),
);

for (const known of LOOKED_AT) {
  test(`${known.pattern} as ${known.as}`, async ({ cabinet, walk, request }) => {
    for (const address of [known.path, `/en${known.path}`]) {
      expect((await request.get(address)).status(), address).toBe(200);
    }
    const page = await (known.isAlone ? cabinet : walk)(known.as, known.path);
    if (known.isAlone) await open(page, `/en${known.path}`);
    await expectPage(page, known, '/en');
    const [title, words] = [await page.title(), await heading(page).innerText()];
    await lookBothWays(page, `route${known.pattern.replaceAll(/[/{}]+/g, '-').replace(/-$/, '')}`);
    if (!LOADED.has(known)) return;
    const loaded = await cabinet(known.as);
    expect(await open(loaded, known.path), known.path).toBe(200);
    await expect(loaded).toHaveTitle(title);
    await expect(heading(loaded)).toHaveText(words);
    await expectPage(loaded, known, '');
  });
}

for (const known of ROUTES.filter(({ to }) => to)) {
  test(`${known.pattern} leads elsewhere as ${known.as}`, async ({ cabinet, request }) => {
    for (const prefix of ['', '/en']) {
      expect((await request.get(prefix + known.path)).status(), prefix + known.path).toBe(200);
      const page = await cabinet(known.as);
      await open(page, prefix + known.path);
      await expectPage(page, known, prefix);
    }
  });
}

// Nothing stands in for what is not built: below the pages of a cabinet there are no others.
for (const role of ['advertiser', 'webmaster', 'god'] as const) {
  test(`what is no page has none as ${role}`, async ({ cabinet, walk }) => {
    const [first = '', ...others] = ROUTES.filter(({ as, path }) => as === role && !path.includes('?'))
      .map(({ path }) => `${path}/nothing/here`)
      .slice(0, 4);
    const page = await cabinet(role);
    await open(page, first);
    await expect(heading(page), first).toHaveText(LOST);
    for (const path of others) {
      await expect(heading(await walk(role, '/account'))).toHaveText('Account');
      await expect(heading(await walk(role, path)), path).toHaveText(LOST);
    }
  });
}

for (const role of ['nobody', 'unconfirmed', 'advertiser', 'webmaster', 'sales', 'god'] as const) {
  test(`five addresses end where they should for ${role}`, async ({ cabinet }) => {
    for (const { path, ends } of BY_ROLE) {
      const page = await cabinet(role);
      await open(page, path);
      if (ends[role] === '404') {
        await expect(heading(page), path).toHaveText(LOST);
        // The frame of the cabinet stays around it.
        await expect(page.getByRole('navigation', { name: /pages$/ })).toBeVisible();
      } else {
        await expect(page, path).toHaveURL((url) => url.pathname === ends[role]);
      }
    }
  });
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

test('parts of an address that cannot be right have no page', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
  for (const path of ['/advertiser/campaigns/0', '/advertiser/campaigns/1e3', '/advertiser/campaigns/999999999']) {
    await open(page, path);
    await expect(heading(page)).toHaveText(LOST);
  }
});

/** The site for robots, for whoever follows an old or a marketing address, and under an unknown one. */
import { expect, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { ROUTES } from '../support/routes.ts';

/** Pages that say the same to everybody. */
const READ = ROUTES.filter(({ isText }) => isText).map(({ path }) => path);

test('every address of the sitemap answers', async ({ request, baseURL }) => {
  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.status()).toBe(200);
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThan(READ.length);
  for (const path of READ) expect(addresses.map((address) => new URL(address).pathname)).toContain(path);
  for (const address of addresses) {
    const { pathname } = new URL(address);
    expect((await request.get(baseURL + pathname)).status(), pathname).toBe(200);
  }
  const robots = await request.get('/robots.txt');
  expect(robots.status()).toBe(200);
  expect(await robots.text()).toMatch(/sitemap: *http\S+\/sitemap\.xml/i);
});

test('every article that the help lists is served whole', async ({ page, request, baseURL }) => {
  await page.goto('/helpCenter');
  const articles = new Set<string>();
  for (const link of await page.getByRole('main').getByRole('link').all()) {
    const href = (await link.getAttribute('href')) ?? '';
    if (href.startsWith('/helpCenter/')) articles.add(href);
  }
  expect(articles.size).toBeGreaterThan(5);
  for (const article of articles) {
    const answer = await request.get(baseURL + article);
    expect(answer.status(), article).toBe(200);
    expect(await answer.text(), article).toMatch(/<h1[^>]*>[^<]+/);
  }
});

test('an unknown page answers 404 with the way home', async ({ page, request }) => {
  for (const path of ['/nothing-here', '/en/nothing-here', '/helpCenter/no-such-article', '/assets/none.js']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
  const answer = await page.goto('/nothing-here');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeVisible();
  await look(page, 'not-found');
  await page.getByRole('link', { name: 'To the home page' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('marketing paths lead home and remember where from, for whoever allows it', async ({ page, request, baseURL }) => {
  for (const path of ['/partners/fb', '/mreality/tg', '/nreality/anything', '/rif', '/en/reality']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(302);
    const home = new URL(answer.headers().location ?? '', baseURL);
    expect(home.pathname, path).toMatch(/^\/(en\/?)?$/);
    expect([...home.searchParams.keys()].length, path).toBeGreaterThan(0);
  }
  await page.goto('/partners/fb');
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Allow' }).click();
  const source = async () => (await page.context().cookies()).find((cookie) => cookie.name === 'placard_source');
  await expect.poll(source).toBeTruthy();
  const kept = await source();
  expect(kept?.sameSite).toBe('Lax');
  expect(Math.round(((kept?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000)).toBe(400);
});

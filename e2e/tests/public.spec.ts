import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, look } from '../support/look.ts';
import { ROUTES } from '../support/routes.ts';
import { complaints, expectTakenOver, markDrawn, open, takenOver } from '../support/taken-over.ts';

/** What is read on pages that are drawn before any script, and on one article. */
const WORDS: Record<string, string> = {
  '/': 'Your ad',
  '/advertiser': 'Pay for',
  '/webmaster': 'Rent out',
  '/adsamples': 'Ad samples',
  '/apiDoc': 'API',
  '/contacts': 'Write to us',
  '/helpCenter': 'How can we help?',
  '/helpCenter/first-campaign': 'Your first campaign',
  '/about': 'About',
  '/faq': 'Questions and answers',
  '/premium': 'Managed accounts',
  '/telegram': 'Telegram',
  '/account/conditions': 'Terms',
  '/account/privacy': 'Privacy',
  '/account/cookies': 'Cookies and local storage',
  '/account/legitimate-interest': 'Legitimate interest',
};
/** Each of them, those included for which nobody has written a word here yet. */
const PAGES = [...new Set([...ROUTES.filter(({ isText }) => isText).map(({ path }) => path), ...Object.keys(WORDS)])];

const answerCookies = (page: Page) =>
  page.context().addCookies([{ name: 'cookie_choice', value: 'refused', url: process.env.E2E_URL ?? '' }]);

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of PAGES) {
    test(`${path} reads`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      expect(await response?.text(), 'every place is filled').not.toMatch(/\{\{(site|text|help|origin|path)/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(WORDS[path] ?? /\S/);
      await expect(page).toHaveTitle(/ · Placard$/);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30}/);
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
      expect((await page.request.get(`/en${path}`)).status(), `/en${path}`).toBe(200);
      expect((await page.request.get(new URL(picture ?? '', response?.url()).pathname)).status()).toBe(200);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' })).toBeVisible();
    });
  }
  test('the prefixed address leads to prefixed ones', async ({ page }) => {
    for (const path of ['/en', '/en/helpCenter/first-campaign']) {
      await page.goto(path);
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links.length).toBeGreaterThan(15);
      expect(links.filter((link) => !/^\/en(\/|\?|#|$)/.test(link ?? ''))).toEqual([]);
    }
  });
  test('a cabinet says that it needs a script, and a public page does not', async ({ page }) => {
    await page.goto('/advertiser/campaigns');
    await expect(page.getByRole('heading', { level: 1, name: 'This page needs scripts' })).toBeVisible();
    await page.goto('/faq');
    await expect(page.getByText('This page needs scripts')).toHaveCount(0);
  });
  test('live blocks stand in the page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('The last wooden ferry sails again in spring')).toBeVisible();
  });
});

/** The structure of the whole reference is looked at; its colours in the first calls: the others are drawn by the same parts. */
async function keepCalls(page: Page, kept: number): Promise<void> {
  await expectAccessible(page, 'html', 'structure');
  const calls = page.locator('details[data-call]');
  expect(await calls.count()).toBeGreaterThan(kept);
  await calls.evaluateAll((all, from) => {
    for (const call of all.slice(from)) call.remove();
  }, kept);
}

for (const path of PAGES) {
  test(`${path} is taken over as it stands, looks right and is accessible`, async ({ page }) => {
    const said = complaints(page);
    await markDrawn(page);
    await open(page, path);
    await expectTakenOver(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const notice = page.getByRole('region', { name: 'Cookies' });
    await notice.getByRole('button', { name: 'Refuse' }).click();
    await expect(notice).toBeHidden();
    if (path === '/apiDoc') await keepCalls(page, 30);
    await look(page, `public${path.replaceAll('/', '-')}`);
    expect(said).toEqual([]);
  });
}

test('the prefixed address keeps its prefix in every link', async ({ page }) => {
  await answerCookies(page);
  await open(page, '/en/faq');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /[^n]\/faq$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Ad samples' }).click();
  await expect(page).toHaveURL(/\/en\/adsamples$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ad samples');
  const bare = await page.locator('a[href^="/"]:not([href="/en"]):not([href^="/en/"])').count();
  expect(bare, 'links without the prefix').toBe(0);
});

test('the cookie notice keeps its answer, and what was refused stays away', async ({ page, context }) => {
  const url = process.env.E2E_URL ?? '';
  const names = async () => (await context.cookies(url)).map((cookie) => cookie.name);
  await page.goto('/partners/fb');
  const notice = page.getByRole('region', { name: 'Cookies' });
  await expect(notice).toBeVisible();
  expect(await names()).not.toContain('placard_source');
  await notice.getByRole('button', { name: 'Allow' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(names).toContain('placard_source');
  await page.reload();
  await takenOver(page);
  await expect(notice).toBeHidden();

  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
  await notice.getByRole('button', { name: 'Refuse' }).click();
  await expect.poll(names).not.toContain('placard_source');
  await open(page, '/partners/fb');
  await expect(notice).toBeHidden();
  expect(await names()).not.toContain('placard_source');
});

test('questions fold, and are searched', async ({ page }) => {
  await answerCookies(page);
  await page.goto('/faq');
  const question = page.getByText('In which currency do you count?');
  const answer = page.getByText('In US dollars.', { exact: false }).first();
  await expect(answer).toBeHidden();
  await question.click();
  await expect(answer).toBeVisible();
  await page.getByLabel('Search the questions').fill('currency');
  await expect(page.getByRole('status').first()).toContainText(/question/);
  await expect(question).toBeVisible();
  await expect(page.getByText('Is there a demo?')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Search the questions')).toHaveValue('currency');
  await expect(page.getByText('Is there a demo?')).toBeHidden();
  await page.getByLabel('Search the questions').fill('zzzz');
  await expect(page.getByRole('link', { name: 'Ask us instead' })).toBeVisible();
});

test('the help center finds an article by a word of it', async ({ page }) => {
  await answerCookies(page);
  await page.goto('/helpCenter');
  await page.getByLabel('Search the help center').fill('click_id');
  // A search can be sent on.
  await expect(page).toHaveURL(/\/helpCenter\?q=click_id$/);
  await page.reload();
  await expect(page.getByLabel('Search the help center')).toHaveValue('click_id');
  await page.getByRole('link', { name: 'Landing macros' }).click();
  await expect(page).toHaveURL(/\/helpCenter\/macros$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Landing macros');
  await page.goto('/helpCenter/there-is-no-such-article');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found');
});

test('a message reaches the network', async ({ page }) => {
  await answerCookies(page);
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The message is empty.')).toBeVisible();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@shop.example');
  await page.getByLabel('Message', { exact: true }).fill('Which formats do you have?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Your message is here.' })).toBeVisible();
  await expectAccessible(page);
});

test('a calculator counts with what the visitor types', async ({ page }) => {
  await answerCookies(page);
  await open(page, '/advertiser');
  await page.getByLabel('Budget').fill('1000');
  await page.getByLabel('Bid for a click').fill('2,5');
  await expect(page.getByText('400', { exact: true })).toBeVisible();
});

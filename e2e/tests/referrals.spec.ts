/** Referrals: who was brought, and from a link, through the cookie notice and a sign-up, to the money that somebody brings. */
import { type Browser, expect, type Page } from '@playwright/test';
import { look } from '../support/look.ts';
import { linkIn, mailTo } from '../support/mail.ts';
import { bearer, newAddress, PASSWORD, RUN, resume, settle, tokensOf, visitor } from '../support/people.ts';
import { publish } from '../support/publisher.ts';
import { test } from '../support/test.ts';
import { MAC, seeAndClick } from '../support/visit.ts';

/** How long a click may take to be billed, in ms: some seconds, and more on a busy machine. */
const BILLED_MS = 30_000;

/** Somebody follows a link, lets the browser remember it, and signs up as a webmaster later. */
async function followed(browser: Browser, link: string, email: string): Promise<Page> {
  const stranger = await (await visitor(browser)).newPage();
  await stranger.goto(new URL(link).search);
  await stranger.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Allow' }).click();
  const kept = async () => (await stranger.context().cookies()).some(({ name }) => name === 'placard_referral');
  await expect.poll(kept).toBe(true);
  await stranger.goto('/singup?role=webmaster');
  await stranger.getByLabel('E-mail').fill(email);
  await stranger.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stranger.getByRole('button', { name: /Create|Sign up/ }).click();
  await expect(stranger.getByRole('heading', { level: 1, name: /mail/i })).toBeVisible();
  return stranger;
}

test('whom a link has brought stands among the people of its owner, day by day', async ({ cabinet }) => {
  const page = await cabinet('webmaster');
  await page.goto('/webmaster/finance');
  await page.getByRole('navigation', { name: 'Webmaster pages' }).getByRole('link', { name: 'Referrals' }).click();
  await expect(page).toHaveURL(/\/webmaster\/referrals/);
  await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(/\/\?r=[0-9a-z]{6,}$/);
  const people = page.getByRole('region', { name: 'By person and day' });
  await expect(people.getByRole('row', { name: /w•••@placard\.example/ })).toBeVisible();

  // One person, day by day; the address tells it, and the file has the same.
  await people.getByRole('link', { name: /w•••@placard\.example/ }).click();
  await expect(page).toHaveURL(/by=date/);
  await expect(page.getByRole('button', { name: 'Days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(people.getByRole('columnheader', { name: 'Day' })).toBeVisible();
  await people.getByRole('button', { name: 'CSV' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'CSV' }).getByRole('button', { name: 'Save the file' }).click();
  expect((await file).suggestedFilename()).toMatch(/^referrals-\d{4}-\d\d-\d\d\.csv$/);
});

test('whom a link brought earns, and its owner gets a part of it', async ({ browser, request }) => {
  test.slow();
  const [owner, brought] = [newAddress('brings'), newAddress('paul')];
  await settle(request, owner, PASSWORD, { role: 'webmaster' });
  const context = await browser.newContext();
  await resume(context, owner, PASSWORD);
  const page = await context.newPage();
  await page.goto('/webmaster/referrals');
  const link = await page.getByRole('textbox', { name: 'Your link' }).inputValue();
  const people = page.getByRole('region', { name: 'By person and day' });

  const paul = await followed(browser, link, brought);
  await paul.goto(linkIn(await mailTo(brought, /^Confirm/), '/confirm'));
  await expect(paul.getByRole('heading', { level: 1, name: 'Address confirmed' })).toBeVisible();
  await paul.context().close();

  // A site of theirs shows ads: how it is made and approved is another story.
  const caller = async (email: string) => {
    const { headers } = bearer((await tokensOf(request, email, PASSWORD)).access_token);
    return async (path: string, data?: object) => {
      const answer = data ? await request.post(path, { headers, data }) : await request.get(path, { headers });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return (await answer.json()).data;
    };
  };
  const [asOwner, asPaul, asGod] = [await caller(owner), await caller(brought), await caller('god@placard.example')];
  const domain = `brought-${RUN}.localhost`;
  const { id: site } = await asPaul('/api/webmaster/sites', { domain, name: 'Brought' });
  const { version } = await asGod(`/api/admin/sites/${site}`);
  await asGod(`/api/admin/moderation/sites/${site}/approve`, { version });
  const [template] = await asPaul('/api/webmaster/templates');
  const block = await asPaul(`/api/webmaster/sites/${site}/blocks`, { name: 'Below', template_id: template.id });
  const script = await asPaul('/api/webmaster/script');
  const place = `<div style="max-width:640px"><div ${script.attribute}="${block.id}"></div></div>`;
  const publisher = await publish(domain, `<script async src="//${script.domain}/${script.path}"></script>${place}`);
  // A visitor of this run alone: the same one is not billed twice for an ad.
  const userAgent = MAC.replace('141.0.0.0', `141.0.${RUN}.0`);
  const readers = await browser.newContext({ viewport: { width: 1280, height: 900 }, userAgent, locale: 'de-DE' });
  const reader = await readers.newPage();
  const today = async () => Number((await asOwner('/api/webmaster/stats/referral/summary')).today);
  try {
    await expect(async () => {
      await seeAndClick(reader, publisher.url);
      await expect.poll(today, { timeout: BILLED_MS }).toBeGreaterThan(0);
    }).toPass();
  } finally {
    publisher.close();
    await readers.close();
  }

  await page.reload();
  const row = people.getByRole('row', { name: /p•••@mail\.example/ });
  await expect(row).toContainText('ends');
  await expect(row).toContainText(/0,0(?!00)\d\d/);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(/\$0,0(?!00)\d\d/);
  await look(page, 'referrals-earned', people);
});

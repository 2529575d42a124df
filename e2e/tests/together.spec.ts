/** Two people, two tabs, midnight and no network: what is on screen stays true, and what was typed stays. */
import { expect, type Page } from '@playwright/test';
import { beginCampaign as begin } from '../support/campaign.ts';
import { bearer, PASSWORD, resume, tokensOf, withSecondOwner } from '../support/people.ts';
import { drawn, open } from '../support/taken-over.ts';
import { test } from '../support/test.ts';

test('no network: a stop that did not happen looks like none', async ({ page }) => {
  const { stored } = await begin(page, 'offline');
  // What tells of a failure comes with the rest of the page.
  await open(page, '/advertiser/campaigns');
  await drawn(page);
  const wish = page.getByRole('row', { name: /Spring/ }).getByRole('switch');
  const before = await wish.isChecked();
  await page.context().setOffline(true);
  await wish.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await wish.isChecked()).toBe(before);
  await page.context().setOffline(false);
  // Nothing that was refused goes out later.
  await page.waitForTimeout(1_500);
  expect((await stored()).is_started_wanted).toBe(before);
});

test('midnight: an open tab goes on with the new day, and asks for it', async ({ page }) => {
  await begin(page, 'midnight');
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, from] = /"date_from":"([^"]+)"/.exec(request.postData() ?? '') ?? [];
    if (from) asked.push(from);
  });
  const today = new Date();
  const nearly = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), 23, 59, 50);
  await page.clock.install({ time: nearly });
  await page.goto('/advertiser/statistics');
  const day = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
      .format(ms)
      .replace('Sept', 'Sep');
  await expect(page.getByRole('button', { name: `Today, ${day(nearly)}` })).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByRole('button', { name: `Today, ${day(nearly + 86_400_000)}` })).toBeVisible();
  const next = new Date(nearly + 86_400_000).toISOString().slice(0, 10);
  await expect.poll(() => asked).toContain(next);
});

test('two moderators: what one has open the other cannot decide, and has at once when it is left', async ({
  browser,
}) => {
  test.skip(!process.env.E2E_DATA_DIR, 'the second owner is made by the command line');
  const open = async () => {
    const context = await browser.newContext();
    await resume(context, 'god@placard.example', PASSWORD);
    const page = await context.newPage();
    await page.goto('/admin/moderation');
    return page;
  };
  const first = await open();
  const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ });
  await expect(first.getByText('Locked by you')).toBeVisible();
  await expect(approve(first)).toHaveAttribute('aria-disabled', 'false');
  const id = new URL(first.url()).searchParams.get('id');
  const { access_token } = await tokensOf(first.request, 'god@placard.example', PASSWORD);
  const state = async () => {
    const answer = await first.request.get('/api/admin/moderation/ads?count=100', bearer(access_token));
    const { data } = (await answer.json()) as { data: { id: number; locked_by: unknown }[] };
    return data.find((ad) => String(ad.id) === id)?.locked_by ?? null;
  };
  expect(await state()).not.toBeNull();
  // Another one reads that it is somebody else's, decides nothing, and has it when it is left.
  await withSecondOwner(browser, 'moderator', async (second) => {
    await second.goto(`/admin/moderation?id=${id}`);
    const theirs = second.getByRole('article', { name: `Ad ${id}` });
    await expect(theirs.getByText('Not yours')).toBeVisible();
    await expect(theirs.getByRole('alert')).toContainText('god@placard.example has this ad open');
    await expect(approve(second)).toHaveAttribute('aria-disabled', 'true');
    await second.keyboard.press('a');
    await first.goto('/admin/users');
    await expect.poll(state).toBeNull();
    await second.reload();
    await expect(theirs.getByText('Locked by you')).toBeVisible();
    await second.goto('/admin/users');
    await expect.poll(state).toBeNull();
  });
  await first.context().close();
});

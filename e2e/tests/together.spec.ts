/** Two people, two tabs, midnight and no network: what is on screen stays true, and what was typed stays. */
import { expect, type Page } from '@playwright/test';
import { beginCampaign as begin } from '../support/campaign.ts';
import { bearer, PASSWORD, resume, tokensOf, withSecondOwner } from '../support/people.ts';
import { test } from '../support/test.ts';

test('two tabs: the second is told what the first saved, and both changes live', async ({ page }) => {
  const { id, stored } = await begin(page, 'tabs');
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/advertiser/campaigns/${id}/edit`);
    await expect(tab.getByLabel('Name')).toHaveValue('Spring');
  }
  await page.getByLabel('Name').fill('Summer');
  await other.getByLabel('Total limit').fill('1,234.56');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Campaign saved')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const meanwhile = page.getByRole('group', { name: 'Changed elsewhere' });
  await expect(meanwhile).toContainText('1\u00a0234,56');
  await meanwhile.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Campaign saved')).toBeVisible();
  expect(await stored()).toMatchObject({ name: 'Summer', total_money_limit: 1234.56 });
});

test('amounts that cannot be read are refused in words, and never made into others', async ({ page }) => {
  const { id, stored } = await begin(page, 'amounts');
  await page.goto(`/advertiser/campaigns/${id}/edit`);
  const limit = page.getByLabel('Daily limit');
  for (const [typed, words] of [
    ['-5', 'Not below zero.'],
    ['1,234', 'can be read in two ways'],
    ['12 €', 'Digits only'],
  ] as const) {
    await limit.fill(typed);
    await limit.blur();
    await expect(page.getByText(words)).toBeVisible();
    await expect(limit).toHaveValue(typed);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(limit).toBeFocused();
  expect((await stored()).daily_money_limit).toBe(50);
});

test('no network: a stop that did not happen looks like none, and a save says so', async ({ page }) => {
  const { id, stored } = await begin(page, 'offline');
  await page.goto('/advertiser/campaigns');
  const wish = page.getByRole('row', { name: /Spring/ }).getByRole('switch');
  const before = await wish.isChecked();
  await page.context().setOffline(true);
  await wish.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await wish.isChecked()).toBe(before);
  await page.context().setOffline(false);
  await page.goto(`/advertiser/campaigns/${id}/edit`);
  await page.getByLabel('Name').fill('Autumn');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/network|offline|reached/i).first()).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Autumn');
  await page.context().setOffline(false);
  // Nothing that was refused goes out later.
  await page.waitForTimeout(1_500);
  expect((await stored()).name).toBe('Spring');
});

test('quick toggles end in the last state wished, on a slow network and on one that fails', async ({ page }) => {
  const { stored } = await begin(page, 'toggles');
  await page.goto('/advertiser/campaigns');
  const wish = page.getByRole('row', { name: /Spring/ }).getByRole('switch');
  await expect(wish).toBeChecked();
  const isOn = async () => (await stored()).is_started_wanted;
  const put: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') put.push(response.url().split('/').at(-1) ?? '');
  });
  for (const end of ['continue', 'abort'] as const) {
    // What was wished first takes longer than what is wished after it, and comes through or does not.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/stop', async (route) => {
      await held;
      await route[end]();
    });
    put.length = 0;
    await wish.click();
    await expect(wish).not.toBeChecked();
    // What the server has not confirmed does not look done.
    await expect(wish).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('row', { name: /Spring/ }).getByText('Stopping…')).toBeVisible();
    await wish.click();
    await expect(wish).toBeChecked();
    answer();
    await expect.poll(() => put).toEqual(end === 'continue' ? ['stop', 'start'] : ['start']);
    await expect(wish).toBeChecked();
    await expect(wish).not.toHaveAttribute('aria-busy');
    expect(await isOn()).toBe(true);
    await page.unroute('**/stop');
  }
  // What did not happen does not look done.
  await page.route('**/start', (route) => route.abort());
  await wish.click();
  await expect.poll(isOn).toBe(false);
  await wish.click();
  await expect(page.getByText('Whether the campaign was started is not known').first()).toBeVisible();
  await expect(wish).not.toBeChecked();
  expect(await isOn()).toBe(false);
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
    // Now the first one stands before a closed door, and nothing was decided meanwhile.
    await first.goto(`/admin/moderation?id=${id}`);
    await expect(first.getByRole('article', { name: `Ad ${id}` }).getByText('Not yours')).toBeVisible();
    await second.goto('/admin/users');
    await expect.poll(state).toBeNull();
  });
  await first.reload();
  await expect(first.getByText('Locked by you')).toBeVisible();
  // A verdict can be taken back while it is told.
  await first.keyboard.press('a');
  await first.getByRole('button', { name: 'Undo' }).click();
  await expect(first.getByRole('article', { name: `Ad ${id}` })).toBeVisible();
  await expect(first.getByText('Locked by you')).toBeVisible();
  // Left, it is free at once.
  await first.goto('/admin/users');
  await expect.poll(state).toBeNull();
  await first.context().close();
});

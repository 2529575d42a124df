/**
 * Push, from nothing to a notification that may be sent: an advertiser makes a campaign and an ad, a moderator reads it as people
 * will see it, it starts; the statistics page; how a site asks.
 */
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter } from '../support/people.ts';
import { leaveQueue } from '../support/verdicts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** So that the story can be told again to the same network. */
const RUN = String(Date.now() % 1_000_000);
const CAMPAIGN = `Lake cabins ${RUN}`;
const TITLE = `One cabin is free this weekend ${RUN}`;

test.describe.configure({ mode: 'serial' });

let advertiser: Page;
let god: Page;

const cabinets = async (browser: Browser) => {
  advertiser = await enter(browser, 'advertiser');
  god = await enter(browser, 'god');
};

test.beforeAll(async ({ browser }) => cabinets(browser));

test('an advertiser chooses push and makes a campaign', async () => {
  await advertiser.goto('/advertiser/campaigns/campaign-formats');
  await advertiser.getByRole('link', { name: 'New push campaign' }).click();
  await advertiser.getByLabel('Name').fill(CAMPAIGN);
  await advertiser.getByLabel('Daily limit').fill('50');
  await advertiser.getByLabel('Subscribed at most, days ago').fill('90');
  await expect(advertiser.getByText(/subscribers?(, [\d\s]+ due today)?$/)).toBeVisible();
  await look(advertiser, 'push-campaign-form', 'main');
  await advertiser.getByRole('button', { name: 'Create the push campaign' }).click();
  await expect(advertiser.getByRole('heading', { name: 'New push ad' })).toBeVisible();
});

test('writes an ad, sees where systems cut it, and says that a high bid is meant', async ({ baseURL }) => {
  await advertiser.getByRole('textbox', { name: /^Title/ }).fill(TITLE);
  await advertiser.getByRole('button', { name: 'Emoji in the title' }).click();
  await advertiser.getByRole('searchbox', { name: 'Find an emoji' }).fill('mountain');
  await advertiser.getByRole('searchbox', { name: 'Find an emoji' }).press('Enter');
  await advertiser.keyboard.press('Escape');
  await expect(advertiser.getByRole('textbox', { name: /^Title/ })).toHaveValue(/🏔️/);
  await advertiser.getByRole('textbox', { name: /^Title/ }).fill(TITLE);
  await advertiser.getByRole('textbox', { name: /^Text [\d]/ }).fill('Stove, lake, no signal. From $84 a night.');
  await advertiser
    .getByRole('textbox', { name: /^Address/ })
    .fill(`${baseURL}/demo/landing?brand=Cabins&click_id={click_id}`);
  const art = `${root}/crates/server/assets/demo/art/bike.jpg`;
  await advertiser.getByLabel('Icon file').setInputFiles(art);
  await advertiser.getByLabel('Large picture file').setInputFiles(art);
  await advertiser.getByLabel('Text of button 1').fill('Look inside');
  await advertiser.getByRole('textbox', { name: /^Bid/ }).fill('1.5');
  await expect(advertiser.getByRole('img', { name: /^Android, Chrome: One cabin.*Look inside/ })).toBeVisible();
  await expect(advertiser.getByRole('img', { name: /^macOS, Safari: One cabin/ })).toBeVisible();
  await look(advertiser, 'push-ad-form', 'main');
  await advertiser.getByRole('button', { name: 'Send to moderation' }).click();
  const question = advertiser.getByRole('dialog');
  await expect(question).toContainText('mostly a slip');
  await question.getByRole('button', { name: 'Change it' }).click();
  await expect(advertiser.getByText('Nothing was sent.')).toBeVisible();
  await advertiser.getByRole('textbox', { name: /^Bid/ }).fill('0.2');
  await advertiser.getByRole('button', { name: 'Send to moderation' }).click();
  const row = advertiser.getByRole('row', { name: new RegExp(TITLE) });
  await expect(row).toContainText('Moderation');
});

test('god reads it as people will see it and approves it', async () => {
  await god.goto('/admin/moderation');
  await god.getByRole('navigation', { name: 'Waiting ads' }).getByText(TITLE).click();
  const article = god.getByRole('article');
  await expect(article.getByRole('img', { name: /^Android, Chrome: One cabin/ })).toBeVisible();
  await look(god, 'push-moderation', article);
  await god.getByRole('button', { name: /^Approve/ }).click();
  await leaveQueue(god, /^Approved: /);
});

test('and it is started, beside all others', async () => {
  await advertiser.goto('/advertiser/campaigns/push');
  const row = advertiser.getByRole('row', { name: new RegExp(CAMPAIGN) });
  await expect(row).toBeVisible();
  if (!(await row.getByRole('switch').isChecked())) await row.getByRole('switch').click();
  await expect(row).toContainText('Started');
  await row.getByRole('link', { name: CAMPAIGN }).click();
  await expect(advertiser.getByRole('heading', { name: CAMPAIGN })).toBeVisible();
  await expect(advertiser.getByRole('row', { name: new RegExp(TITLE) })).toContainText('Started');
  await advertiser.goto('/advertiser/campaigns?kind=2');
  await expect(advertiser.getByRole('link', { name: CAMPAIGN })).toBeVisible();
});

test('the statistics of pushes open into ads and come as a file', async () => {
  await advertiser.goto('/advertiser/statistics/push');
  await expect(advertiser.getByRole('heading', { name: 'Push statistics' })).toBeVisible();
  const rows = advertiser.getByRole('region', { name: 'Rows' });
  await expect(rows).toBeVisible();
  await advertiser.getByRole('button', { name: 'Open Umbrella alerts' }).click();
  await expect(advertiser.getByRole('row', { name: /Your umbrella will not last/ })).toBeVisible();
  await look(advertiser, 'push-statistics', rows);
  const file = advertiser.waitForEvent('download');
  await advertiser.getByRole('button', { name: 'CSV' }).click();
  await advertiser.getByRole('menuitem', { name: 'All columns' }).click();
  expect((await file).suggestedFilename()).toMatch(/^placard-push-statistics-.*\.csv$/);
});

test('a webmaster sees how the site asks, and what it needs', async ({ browser }) => {
  const webmaster = await enter(browser, 'webmaster');
  await webmaster.goto('/webmaster/sites');
  await webmaster.getByRole('row').nth(1).getByRole('link').first().click();
  await webmaster.getByRole('link', { name: 'Push', exact: true }).click();
  await expect(webmaster.getByRole('heading', { name: /^Push on / })).toBeVisible();
  await webmaster.getByRole('textbox', { name: /^Title/ }).fill('Hear it when the ferry is late');
  await expect(webmaster.getByText('importScripts(').first()).toBeVisible();
});

/** Sources of a campaign: read, saved as a file, priced, blocked and taken back. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { RuleActionKind } from '../../web/src/api/gen/words/rule-action-kind-id.gen.ts';
import { look } from '../support/look.ts';
import { bearer, enter, PASSWORD, tokensOf } from '../support/people.ts';

test('a source is priced, blocked, and served again', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/campaigns');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sources');
  const table = page.getByRole('region', { name: 'Sources' });
  const row = table.getByRole('row').nth(1);
  await expect(row).toBeVisible();

  // A view of it is kept in the address, and what is on screen becomes a file.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: /^Site, number/ }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/cols=site_id\./);
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'CSV' });
  await look(page, 'list-file', panel);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save the file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sources-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\ufeffSite, block;Site, number;State;Coefficient;Spent, \$;Clicks;Leads;CPL, \$;× mean;ROI, %;Invalid, %\r\n/,
  );

  const number = row.getByRole('textbox', { name: /^Coefficient of/ });
  await number.fill('1.4');
  await number.press('Enter');
  const toast = page.getByRole('alert').filter({ hasText: 'pays × 1' });
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The coefficients are as they were')).toBeVisible();

  await row.getByRole('checkbox').check();
  await page
    .getByRole('toolbar', { name: /selected sources/ })
    .getByRole('button', { name: 'Block' })
    .click();
  await expect(row).toContainText('Blocked');
  await look(page, 'sources-blocked', row);
  await page.getByRole('alert').filter({ hasText: 'blocked' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('Blocked');

  await row.getByRole('button', { name: /blocks of/ }).click();
  await expect(table.getByRole('row').nth(2)).toContainText('#');
});

/** Ads, sources and what rules did, as their lists answer them. */
interface ListedAd {
  id: number;
  campaign_id: number;
  group_id: number;
  campaign_name: string;
  bid_mode: string;
}
interface ListedSource {
  site_name: string;
  state: string;
  coefficient: number | null;
}
interface Entry {
  rule_name: string;
  kind_id: number;
}

test('the demo shows bids that follow, and has sources that are blocked and priced, and a rule that acted', async ({
  browser,
}) => {
  const page = await enter(browser, 'advertiser');
  const { access_token } = await tokensOf(page.request, 'advertiser@placard.example', PASSWORD);
  const ask = async (path: string) => (await (await page.request.get(path, bearer(access_token))).json()).data;
  const ads: ListedAd[] = await ask('/api/advertiser/ads/all?count=500');
  const following = (mode: string, campaign: string) => {
    const found = ads.find((ad) => ad.bid_mode === mode && ad.campaign_name.startsWith(campaign));
    if (!found) throw new Error(`no ad of ${campaign} follows ${mode}`);
    return found;
  };
  const [coffee, bike] = [following('earnings', 'Coffee'), following('lead_cost', 'City e-bike')];
  // What it follows came by postbacks.
  expect((await ask(`/api/advertiser/ads/${coffee.id}/bids`)).hours).not.toEqual([]);
  await page.goto(`/advertiser/campaigns/${bike.campaign_id}/groups/${bike.group_id}/medias/edit/${bike.id}`);
  const bids = page.getByRole('region', { name: 'Bid, hour by hour' });
  await expect(bids).toContainText('Follows cost per lead, by the last 7 days.');
  const hours = bids.getByRole('row').filter({ hasText: /\d\d:\d\d/ });
  await expect(hours.first()).toBeVisible();
  await expect(bids.getByRole('img', { name: 'Bid by hour' })).toBeVisible();
  await look(page, 'ad-bids', bids);

  const sources: ListedSource[] = await ask(`/api/advertiser/campaigns/${coffee.campaign_id}/source/stats`);
  const blocked = sources.filter(({ state }) => state === 'blocked').map(({ site_name }) => site_name);
  // The other one waits for moderation: it has a number alone.
  expect(blocked).toEqual(expect.arrayContaining(['ferry-timetable.example', expect.stringMatching(/^#\d/)]));
  const priced = sources.filter(({ coefficient }) => coefficient !== null).map(({ site_name }) => site_name);
  expect(priced).toContain('onepot.example');

  const log: Entry[] = await ask('/api/advertiser/rules/log');
  const bidLess = { rule_name: 'Sites that spend: bid a little less', kind_id: RuleActionKind.SetCoefficient };
  expect(log).toContainEqual(expect.objectContaining(bidLess));
  const inbox: { title: string }[] = await ask('/api/account/notices/inbox?count=100');
  expect(inbox.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Landing page does not answer: /));
});

/** Sources of a campaign: read, saved as a file, priced, blocked and taken back. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
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
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'CSV' }).getByRole('button', { name: 'Save the file' }).click();
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
  await look(page, 'sources-blocked');
  await page.getByRole('alert').filter({ hasText: 'blocked' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('Blocked');

  await row.getByRole('button', { name: /blocks of/ }).click();
  await expect(table.getByRole('row').nth(2)).toContainText('#');
});

/** An ad as the list of all ads answers it. */
interface ListedAd {
  id: number;
  campaign_id: number;
  group_id: number;
  campaign_name: string;
  bid_mode: string;
}

test('the demo shows bids that follow, sources that are blocked and priced, and a rule that acted', async ({
  browser,
}) => {
  const page = await enter(browser, 'advertiser');
  const { access_token } = await tokensOf(page.request, 'advertiser@placard.example', PASSWORD);
  const ask = async (path: string) => (await page.request.get(path, bearer(access_token))).json();
  const { data } = (await ask('/api/advertiser/ads/all?count=500')) as { data: ListedAd[] };
  const following = (mode: string, campaign: string) => {
    const found = data.find((ad) => ad.bid_mode === mode && ad.campaign_name.startsWith(campaign));
    if (!found) throw new Error(`no ad of ${campaign} follows ${mode}`);
    return found;
  };
  for (const [ad, words] of [
    [following('earnings', 'Coffee'), 'Follows earnings, by the last 7 days.'],
    [following('lead_cost', 'City e-bike'), 'Follows cost per lead, by the last 7 days.'],
  ] as const) {
    await page.goto(`/advertiser/campaigns/${ad.campaign_id}/groups/${ad.group_id}/medias/edit/${ad.id}`);
    const bids = page.getByRole('region', { name: 'Bid, hour by hour' });
    await expect(bids).toContainText(words);
    // What it follows came by postbacks.
    await expect(
      bids
        .getByRole('row')
        .filter({ hasText: /\d\d:\d\d/ })
        .first(),
    ).toBeVisible();
    await expect(bids.getByRole('img', { name: 'Bid by hour' })).toBeVisible();
  }
  await look(page, 'ad-bids');

  const { campaign_id: coffee } = following('earnings', 'Coffee');
  const table = page.getByRole('region', { name: 'Sources' });
  await page.goto(`/advertiser/campaigns/${coffee}/sources?view=blocked`);
  // The other one waits for moderation: it has a number alone.
  for (const site of ['ferry-timetable.example', /#\d/]) {
    await expect(table.getByRole('row').filter({ hasText: site })).toContainText('Blocked');
  }
  await page.goto(`/advertiser/campaigns/${coffee}/sources?view=coefficient`);
  await expect(table.getByRole('textbox', { name: /^Coefficient of onepot.example/ })).toBeVisible();

  await page.goto('/advertiser/rules');
  const log = page.getByRole('region', { name: 'What rules did' });
  await log.getByRole('combobox', { name: 'Rule' }).click();
  await page.getByRole('option', { name: 'Sites that spend: bid a little less' }).click();
  await expect(log.getByRole('listitem').first()).toContainText('Coefficient of');
  const inbox = (await ask('/api/account/notices/inbox?count=100')) as { data: { title: string }[] };
  expect(inbox.data.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Landing page does not answer: /));
});

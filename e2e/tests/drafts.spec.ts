/** An ad that its owner keeps: it is in no queue, and goes there when it is sent. */
import { expect, test } from '@playwright/test';
import { beginCampaign, CAMPAIGNS } from '../support/campaign.ts';
import { look } from '../support/look.ts';
import { enter, RUN } from '../support/people.ts';

const TITLE = `Mittens for long walks ${RUN}`;

test('an ad is kept as a draft, found in the list, and sent', async ({ page, browser }) => {
  const { id, headers } = await beginCampaign(page, 'drafts');
  const group = await page.request.post(`${CAMPAIGNS}/${id}/ad_groups`, { headers, data: { name: 'Winter' } });
  const list = `/advertiser/campaigns/${id}/groups/${(await group.json()).data.id}/medias`;
  await page.goto(`${list}/create/text`);
  await page.getByLabel(/^Address/).fill(`https://mittens-${RUN}.example/`);
  await page.getByLabel(/^Title/).fill(TITLE);
  await page.getByLabel(/^Description/).fill('Wool inside and out');
  await page.getByRole('textbox', { name: /^Bid/ }).fill('2');
  await page.getByRole('button', { name: 'Keep as draft' }).click();
  const row = page.getByRole('row', { name: new RegExp(TITLE) });
  await expect(row).toContainText('Draft');
  await expect(row.getByRole('switch', { name: /A draft is sent, not started/ })).toBeDisabled();
  await look(page, 'draft');

  // Nobody is shown it before its owner sends it.
  const god = await enter(browser, 'god');
  await god.goto('/admin/moderation');
  const waiting = god.getByRole('navigation', { name: 'Waiting ads' });
  await expect(god.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(waiting.getByText(TITLE)).toHaveCount(0);
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Send the draft' }).click();
  await expect(page.getByText('Ad sent')).toBeVisible();
  await expect(row).toContainText(/Processed|Waiting for moderation/);
  await expect(row).not.toContainText('Draft');
  await expect(async () => {
    await god.goto('/admin/moderation');
    await expect(waiting.getByText(TITLE)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});

/** An ad that its owner keeps: it is in no queue, and goes there when it is sent. */
import { expect } from '@playwright/test';
import { beginCampaign, CAMPAIGNS } from '../support/campaign.ts';
import { look } from '../support/look.ts';
import { bearer, PASSWORD, RUN, tokensOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const TITLE = `Mittens for long walks ${RUN}`;

test('an ad is kept as a draft, found in the list, and sent', async ({ page, cabinet }) => {
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
  await look(page, 'draft', row);

  // It is in no queue before its owner sends it, and then it is.
  const god = await cabinet('god');
  const { access_token } = await tokensOf(god.request, 'god@placard.example', PASSWORD);
  const waits = async () => {
    const answer = await god.request.get('/api/admin/moderation/ads?count=100', bearer(access_token));
    expect(answer.ok()).toBe(true);
    const { data } = (await answer.json()) as { data: { title: string }[] };
    return data.some(({ title }) => title === TITLE);
  };
  expect(await waits()).toBe(false);
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Send the draft' }).click();
  await expect(page.getByText('Ad sent')).toBeVisible();
  await expect(row).toContainText(/Processed|Waiting for moderation/);
  await expect(row).not.toContainText('Draft');
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  await god.goto('/admin/moderation');
  await expect(god.getByRole('navigation', { name: 'Waiting ads' }).getByText(TITLE)).toBeVisible();
});

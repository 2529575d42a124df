/** An ad that moderation rejects: its owner reads why, sends it again as it is, and it is approved. */
import { expect, type Page, test } from '@playwright/test';
import { beginCampaign, CAMPAIGNS } from '../support/campaign.ts';
import { look } from '../support/look.ts';
import { enter, RUN } from '../support/people.ts';
import { leaveQueue } from '../support/verdicts.ts';

const TITLE = `Gloves for cold hands ${RUN}`;
const COMMENT = 'Say on the landing page what the gloves are made of.';

/** A campaign of somebody new with an ad that waits for a moderator; the page of its group's ads. */
async function withWaitingAd(page: Page): Promise<string> {
  const { id, headers } = await beginCampaign(page, 'rejected');
  const group = await page.request.post(`${CAMPAIGNS}/${id}/ad_groups`, { headers, data: { name: 'Winter' } });
  const groupId = (await group.json()).data.id as number;
  const ad = {
    title: TITLE,
    short_description: 'Wool inside and out',
    // A host of its own: another test's may be left alone for a while.
    original_url: `https://gloves-${RUN}.example/gloves`,
    supported_block_format_types: [4],
    one_bid_for_all_geo: 2,
  };
  const made = await page.request.post(`/api/advertiser/ad_groups/${groupId}/ads/many`, {
    headers,
    data: { ads: [ad] },
  });
  expect(made.status(), await made.text()).toBe(201);
  return `/advertiser/campaigns/${id}/groups/${groupId}/medias`;
}

/** Opens the ad in the queue, and returns what its decision is made with. */
async function openWaiting(god: Page): Promise<void> {
  await god.goto('/admin/moderation');
  await god.getByRole('navigation', { name: 'Waiting ads' }).getByText(TITLE).click();
  await expect(god.getByRole('article')).toContainText(TITLE);
}

test('a rejected ad says why, is sent again, and is approved', async ({ page, browser }) => {
  const list = await withWaitingAd(page);
  const god = await enter(browser, 'god');
  await openWaiting(god);
  const decision = god.getByRole('complementary', { name: 'Decision' });
  // Nobody is rejected without a reason.
  await decision.getByRole('button', { name: /^Reject/ }).click();
  await expect(decision.getByText('Choose at least one reason: the owner must know what to mend.')).toBeVisible();
  await decision.getByText('Title: repeated').click();
  await decision.getByLabel('Comment to the owner').fill(COMMENT);
  await look(god, 'moderation-reject');
  await decision.getByRole('button', { name: /^Reject/ }).click();
  await leaveQueue(god, `Rejected: ${TITLE}`);

  await page.goto(list);
  const row = page.getByRole('row', { name: new RegExp(TITLE) });
  await expect(row).toContainText('Rejected');
  await row.getByRole('button', { name: /^why/ }).click();
  const why = page.getByRole('dialog', { name: new RegExp(`“${TITLE}” was rejected`) });
  await expect(why).toContainText('Title: repeated');
  await expect(why).toContainText(COMMENT);
  await look(page, 'ad-rejected');
  await why.getByRole('button', { name: 'Send again as it is' }).click();
  await expect(row).toContainText('Waiting for moderation');

  await openWaiting(god);
  await decision.getByRole('button', { name: /^Approve/ }).click();
  await leaveQueue(god, `Approved: ${TITLE}`);
  await page.reload();
  await expect(row).not.toContainText('Waiting for moderation');
  await expect(row).not.toContainText('Rejected');
});

/** Two people change the same thing: nothing that was typed is lost, and nothing unseen is overwritten. */
import { expect, type Page, test } from '@playwright/test';
import { beginCampaign, CAMPAIGNS, SPRING } from '../support/campaign.ts';
import { look } from '../support/look.ts';

/** A new advertiser at the form of a campaign, and what changes it beside the browser. */
async function begin(page: Page, name: string) {
  const { id, headers, stored } = await beginCampaign(page, name);
  const changeElsewhere = async (change: object) => {
    const { version } = await stored();
    const data = { ...SPRING, version, ...change };
    const answer = await page.request.put(`${CAMPAIGNS}/${id}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await page.goto(`/advertiser/campaigns/${id}/edit`);
  await expect(page.getByLabel('Name')).toHaveValue('Spring');
  return { stored, changeElsewhere };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('a stale edit is told field by field, and saved once it was looked at', async ({ page }) => {
  const { stored, changeElsewhere } = await begin(page, 'two-tabs');
  await page.getByLabel('Name').fill('Summer');
  await changeElsewhere({ name: 'Winter', daily_money_limit: 70 });
  await save(page);
  const meanwhile = page.getByRole('group', { name: 'Changed elsewhere' });
  await expect(meanwhile).toBeFocused();
  await expect(meanwhile).toContainText('Winter');
  await expect(meanwhile).toContainText('70');
  await expect(page.getByLabel('Name')).toHaveValue('Summer');
  expect((await stored()).name).toBe('Winter');
  await look(page, 'form-conflict');
  await meanwhile.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByLabel('Daily limit')).toHaveValue('70');
  await save(page);
  await expect(page.getByText('Campaign saved')).toBeVisible();
  expect(await stored()).toMatchObject({ name: 'Summer', daily_money_limit: 70 });
});

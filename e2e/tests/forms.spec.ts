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

test('what is typed stays when the tab is come back to', async ({ page }) => {
  const { changeElsewhere } = await begin(page, 'focus-again');
  await page.getByLabel('Name').fill('Summer');
  await changeElsewhere({ daily_money_limit: 70 });
  await page.evaluate(() => {
    // What was loaded is taken for fresh for some seconds: as if they were over.
    const now = Date.now;
    Date.now = () => now() + 60_000;
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByRole('group', { name: 'Changed elsewhere' })).toContainText('70');
  await expect(page.getByLabel('Name')).toHaveValue('Summer');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Daily limit')).toHaveValue('50');
});

test('a refusal leads to its field, and is sent once by a double click', async ({ page }) => {
  await begin(page, 'refused');
  await page.getByLabel('Daily limit').fill('20');
  await page.getByLabel('Total limit').fill('10');
  // Odd, and refused nowhere.
  await expect(page.getByText('The total is below the daily limit')).toBeVisible();
  await page.getByLabel('Total limit').fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await save(page);
  await expect(page.getByText('At least $1,00, or empty for no limit.')).toBeVisible();
  await expect(page.getByLabel('Total limit')).toBeFocused();
  await page.getByLabel('Total limit').fill('100');
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()));
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await expect(page.getByText('Campaign saved')).toBeVisible();
  expect(calls).toHaveLength(1);
});

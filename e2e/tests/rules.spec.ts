/** Rules: tried on past days, saved, acting, and taken back; what they did is told under the bell. */
import { expect, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter, RUN } from '../support/people.ts';

test('a rule shows what it would have done, does it, and is taken back', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  const name = `Dear sites ${RUN}`;
  await page.goto('/advertiser/rules?rule=new');
  const editor = page.getByRole('form', { name: 'New rule' });
  await editor.getByLabel('Name of the rule').fill(name);
  await editor.getByLabel('Value 1').fill('1');
  await editor.getByRole('button', { name: 'Remove condition 2' }).click();
  await editor.getByLabel('Days', { exact: true }).fill('14');
  await editor.getByLabel('What it does').selectOption({ label: 'set its coefficient' });
  await editor.getByLabel('Coefficient').fill('12');
  await editor.getByLabel('Actions a day').fill('1');
  const dry = page.getByRole('region', { name: /^Dry run/ });
  await expect(dry.getByText('must be 0.2 to 9 in steps of 0.1')).toBeVisible();
  await editor.getByLabel('Coefficient').fill('0.5');
  await expect(dry.getByRole('table')).toBeVisible();
  await expect(dry.getByText('Would have acted')).toBeVisible();
  await look(page, 'rule-new');

  await editor.getByRole('button', { name: 'Save rule' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('On');
  const entry = page.getByRole('region', { name: 'What rules did' }).getByRole('listitem').filter({ hasText: name });
  // It acts within seconds; the page asks for it each quarter of a minute.
  await expect(async () => {
    await page.reload();
    await expect(entry.first()).toContainText('Coefficient of', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await entry.first().getByRole('button', { name: /^Undo/ }).click();
  await expect(entry.first()).toContainText('Undone');
  await look(page, 'rule');

  // What it did stands under the bell, and leads back here.
  const bell = page.getByRole('link', { name: /^Notices/ });
  await bell.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notices');
  const told = page.getByRole('listitem').filter({ hasText: name });
  await expect(told).toBeVisible();
  await told.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules');
  await row.getByRole('button', { name }).click();
  await page.getByRole('button', { name: `Delete rule ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toHaveCount(0);
});

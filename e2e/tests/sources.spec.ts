/** Sources of a campaign: read, saved as a file, priced, blocked and taken back. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter } from '../support/people.ts';

test('a source is priced, blocked, and served again', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/campaigns');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sources');
  const table = page.getByRole('region', { name: 'Sources' });
  const row = table.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await look(page, 'sources');

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

/** What went wrong in people's browsers: reported, read by god, marked as done. */
import { expect } from '@playwright/test';
import { look } from '../support/look.ts';
import { test } from '../support/test.ts';

test('an error of a page is told to god, who marks it as done', async ({ cabinet }) => {
  const god = await cabinet('god');
  // Numbers in messages are masked, so that one error is one: letters tell this one from those of other runs.
  const once = String(Date.now()).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const report = {
    message: `TypeError: ${once} is gone`,
    stack: 'at draw (https://placard.example/assets/chart.js:7:1)',
    page: '/faq',
    build: 'b1',
  };
  for (let times = 0; times < 2; times += 1) {
    expect((await god.request.post('/api/client_errors', { data: report })).ok()).toBe(true);
  }
  await god.goto('/admin/system');
  await god.getByLabel('Search errors').fill(report.message);
  const row = god.getByRole('row', { name: new RegExp(report.message) });
  await expect(row).toContainText('/faq');
  await look(god, 'client-errors');

  const menu = async (item: string) => {
    await row.getByRole('button', { name: new RegExp(report.message) }).click();
    await god.getByRole('menuitem', { name: item }).click();
  };
  await menu('Details');
  const details = god.getByRole('dialog', { name: report.message });
  await expect(details.getByLabel('Stack')).toContainText(/draw.*chart\.js:7/);
  await god.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await menu('Done');
  await expect(row).toHaveCount(0);
  await god.reload();
  await expect(god.getByText('No message, page or function has this in it.')).toBeVisible();
});

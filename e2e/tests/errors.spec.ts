/** What went wrong in people's browsers: reported, read by god, marked as done. */
import { expect } from '@playwright/test';
import { look } from '../support/look.ts';
import { test } from '../support/test.ts';

test('an error of a page is told to god, who marks it as done', async ({ cabinet }) => {
  const god = await cabinet('god');
  const report = {
    message: `TypeError: chart is gone ${Date.now()}`,
    stack: 'at draw (chart.js:7)',
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
  await expect(details.getByText(report.stack)).toBeVisible();
  await god.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await menu('Done');
  await expect(row).toHaveCount(0);
  await god.reload();
  await expect(god.getByText('No message, page or function has this in it.')).toBeVisible();
});

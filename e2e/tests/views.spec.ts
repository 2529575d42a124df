/** What is chosen on a list is kept under a name and opened again; what a list shows becomes a file. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter, RUN } from '../support/people.ts';

const NAME = `Dear ones ${RUN}`;

const views = async (page: Page) => {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  return page.getByRole('dialog', { name: 'Views' });
};

test('a view is saved, opened, renamed, deleted and brought back', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/campaigns?sort=money&period=7d&count=20');
  await (await views(page)).getByRole('button', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog).toContainText('Spent');
  await dialog.getByLabel('Name').fill(NAME);
  await look(page, 'view-save');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  // Names are those of one view each.
  await (await views(page)).getByRole('button', { name: 'Save this view…' }).click();
  await dialog.getByLabel('Name').fill(NAME);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/advertiser/campaigns?status=stopped');
  const panel = await views(page);
  const open = panel.getByRole('button', { name: NAME, exact: true });
  await expect(open).not.toHaveAttribute('aria-current');
  await look(page, 'views');
  await open.click();
  await expect(page).toHaveURL(/\?(?=.*sort=money)(?=.*period=7d)(?=.*count=20)(?!.*status)/);
  await expect((await views(page)).getByRole('button', { name: NAME, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );

  await page.getByRole('button', { name: `More for the view ${NAME}` }).click();
  await page.getByRole('button', { name: 'Rename…' }).click();
  const rename = page.getByRole('dialog', { name: /^Rename/ });
  await rename.getByLabel('Name').fill(`${NAME}, too`);
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(rename).toBeHidden();

  await (await views(page)).getByRole('button', { name: `More for the view ${NAME}, too` }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').filter({ hasText: 'View deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect((await views(page)).getByRole('button', { name: `${NAME}, too`, exact: true })).toBeVisible();
});

test('a list comes as a file with the columns on screen', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/campaigns?cols=status.kind');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'CSV' });
  await look(page, 'list-file');
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save the file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^campaigns-\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', first = ''] = (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').split('\r\n');
  expect(head).toBe('Campaign, id;Campaign;Status;Kind');
  expect(first).toMatch(/^\d+;[^;]+;[^;]+;[^;]+$/);
  await expect(page.getByText(/^File of \d+ campaigns? saved$/)).toBeVisible();
});

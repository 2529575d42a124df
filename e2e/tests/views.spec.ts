/** What is chosen on a list is kept under a name and opened again. */
import { expect, type Page, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter, RUN } from '../support/people.ts';

const NAME = `Dear ones ${RUN}`;

const views = async (page: Page) => {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  return page.getByRole('dialog', { name: 'Views' });
};

test('a view is saved, opened and renamed', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/campaigns?sort=money&period=7d&count=20');
  await (await views(page)).getByRole('button', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog).toContainText('Spent');
  await dialog.getByLabel('Name').fill(NAME);
  await look(page, 'view-save', dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/advertiser/campaigns?status=stopped');
  const panel = await views(page);
  const open = panel.getByRole('button', { name: NAME, exact: true });
  await expect(open).not.toHaveAttribute('aria-current');
  await look(page, 'views', panel);
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

  await expect((await views(page)).getByRole('button', { name: `${NAME}, too`, exact: true })).toBeVisible();
});

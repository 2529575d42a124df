/** Whose a site is: the demo's sites show it by a file that a look fetches, and a new site shows nothing yet. */
import { expect } from '@playwright/test';
import { look } from '../support/look.ts';
import { test } from '../support/test.ts';

test('a webmaster has a site looked at, and reads of each way what was found', async ({ cabinet }) => {
  const page = await cabinet('webmaster');
  await page.goto('/webmaster/sites');
  const row = page.getByRole('row', { name: /Ferry timetable/ });
  await expect(row.getByText('Verified')).toBeVisible();
  await row.getByRole('link', { name: 'Ferry timetable' }).click();
  const section = page.getByRole('region', { name: 'Verification and ads.txt' });
  await section.getByRole('button', { name: 'Check now' }).click();
  await section.getByRole('button', { name: 'The three ways' }).click();
  await expect(section.getByText(/^Found in http:\/\/ferry-timetable\.example:\d+\/placard\.txt\.$/)).toBeVisible();
  await expect(section.getByText(/^No such element in the head of/)).toBeVisible({ timeout: 30_000 });
  await expect(section.getByText(/^Found in http:\/\/ferry-timetable\.example:\d+\/ads\.txt\.$/)).toBeVisible();
  await look(page, 'site-verification', section);
});

test('a new site has three ways to copy', async ({ cabinet }) => {
  const page = await cabinet('webmaster');
  await page.goto('/webmaster/sites/create');
  await page.getByLabel('Address').fill('nobody-has-this.example');
  await page.getByRole('button', { name: 'Add the site' }).click();
  await expect(page).toHaveURL(/\/constructor/);
  await page.goto('/webmaster/sites');
  await page.getByRole('link', { name: 'nobody-has-this.example' }).first().click();
  const section = page.getByRole('region', { name: 'Verification and ads.txt' });
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(['Meta tag', 'File', 'DNS record']);
  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section.getByText(/nobody-has-this\.example:\d+\/placard\.txt answers 404\.$/)).toBeVisible({
    timeout: 30_000,
  });
  await look(page, 'site-unverified', section);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'sellers.json' })).toBeVisible();
});

/** Referrals: from a link, through the cookie notice and a sign-up, to a row of who was brought. */
import { expect, test } from '@playwright/test';
import { look, lookFromPhone } from '../support/look.ts';
import { enter, newAddress, PASSWORD, visitor } from '../support/people.ts';

test('a link brings somebody, who stands among the people of its owner', async ({ browser }) => {
  const page = await enter(browser, 'webmaster');
  await page.goto('/webmaster/finance');
  await page.getByRole('navigation', { name: 'Webmaster pages' }).getByRole('link', { name: 'Referrals' }).click();
  await expect(page).toHaveURL(/\/webmaster\/referrals/);
  const link = await page.getByRole('textbox', { name: 'Your link' }).inputValue();
  expect(link).toMatch(/\/\?r=[0-9a-z]{6,}$/);
  const people = page.getByRole('region', { name: 'By person and day' });
  await expect(people.getByRole('row', { name: /w•••@placard\.example/ })).toBeVisible();
  await look(page, 'referrals', 'main');
  await lookFromPhone(page, 'referrals-360');

  const stranger = await (await visitor(browser)).newPage();
  await stranger.goto(new URL(link).search);
  await stranger.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Allow' }).click();
  const kept = async () => (await stranger.context().cookies()).some(({ name }) => name === 'placard_referral');
  await expect.poll(kept).toBe(true);
  await stranger.goto('/singup?role=webmaster');
  await stranger.getByLabel('E-mail').fill(newAddress('zoe'));
  await stranger.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stranger.getByRole('button', { name: /Create|Sign up/ }).click();
  await expect(stranger.getByRole('heading', { level: 1, name: /mail/i })).toBeVisible();

  await page.reload();
  const row = page.getByRole('region', { name: 'By person and day' }).getByRole('row', { name: /z•••@mail\.example/ });
  await expect(row).toContainText('ends');

  // One person, day by day; the address tells it, and the file has the same.
  await people.getByRole('link', { name: /w•••@placard\.example/ }).click();
  await expect(page).toHaveURL(/by=date/);
  await expect(page.getByRole('button', { name: 'Days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(people.getByRole('columnheader', { name: 'Day' })).toBeVisible();
  await people.getByRole('button', { name: 'CSV' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'CSV' }).getByRole('button', { name: 'Save the file' }).click();
  expect((await file).suggestedFilename()).toMatch(/^referrals-\d{4}-\d\d-\d\d\.csv$/);
});

/** A mail that did not come. A file of its own, in the middle of a run: by then somebody has waited for the mail for a minute. */
import { expect, test } from '@playwright/test';
import { linkIn, mailTo } from '../support/mail.ts';
import { PASSWORD, PATIENT, resume } from '../support/people.ts';

/** The server sends one mail a minute and address; the button waits as long. */
const MAIL_PAUSE_MS = 61_000;

test.skip(!process.env.E2E_DATA_DIR && Boolean(process.env.E2E_URL), 'mail is read from the data folder');

test('a mail that did not come is sent again after a minute, on request', async ({ page, request }) => {
  const email = PATIENT;
  const mailedAtMs = Number(process.env.E2E_BEGAN_MS);
  await resume(page.context(), email, PASSWORD);
  await page.goto('/account/confirm');
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible();
  const again = page.getByRole('button', { name: /Send it again/ });
  await expect(again).toBeEnabled();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, mailedAtMs + MAIL_PAUSE_MS - Date.now())));
  await again.click();
  await expect(page.getByText('A new mail is on its way.')).toBeVisible();
  await expect(page.getByRole('button', { name: /again in \d+ s/ })).toBeDisabled();
  const second = await mailTo(email, /^Confirm your address/, 2);
  // The page waits in another tab; it looks every few seconds.
  expect((await request.get(`/api${linkIn(second, '/confirm')}`)).status()).toBe(200);
  await expect(page).toHaveURL(/\/advertiser\/campaigns$/);
});

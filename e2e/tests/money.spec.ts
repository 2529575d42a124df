/** An advertiser's money: it comes in through a payment page, and stands in deposits, history and statements. */
import { expect, type Page, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { enter } from '../support/people.ts';

/** Chooses an amount and goes on to the payment page of the demonstration. */
async function goToPay(page: Page, amount: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Top up' });
  await form.getByLabel('Goes to your balance').fill(amount);
  await form.getByRole('radio', { name: /Sandbox/ }).check();
  await form.getByRole('button', { name: 'Go to payment' }).click();
  await expect(page).toHaveURL(/\/demo\//);
}

test('a top-up is paid in two parts and followed until it is settled', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/campaigns');
  await page.getByRole('link', { name: 'Top up' }).click();
  const amount = page.getByRole('form', { name: 'Top up' }).getByLabel('Goes to your balance');
  await expect(amount).toBeFocused();
  await page.getByRole('button', { name: '$100' }).click();
  await expect(amount).toHaveValue('100');
  // What the API refuses stands beside its field.
  await amount.fill('0,01');
  await page.getByRole('radio', { name: /Sandbox/ }).check();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await expect(page.getByText(/Must be .* dollars/)).toBeVisible();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');

  await goToPay(page, '123,46');
  await page.getByRole('button', { name: 'Pay half' }).click();
  const panel = page.getByRole('region', { name: /^Deposit \d+$/ });
  await expect(panel.getByText('Partly paid')).toBeVisible();
  await expect(panel.getByText('$61,73 is missing')).toBeVisible();
  await look(page, 'advertiser-finance-partly-paid');
  await panel.getByRole('link', { name: /Go on paying/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(panel.getByText('$123,46 came in and is booked.')).toBeVisible();

  const receipt = page.waitForEvent('download');
  await panel.getByRole('button', { name: /^Receipt/ }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: /^Statement of/ })).toContainText('Top-up');
  const statement = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^CSV of/ })
    .first()
    .click();
  expect((await statement).suggestedFilename()).toMatch(/\.csv$/);
  await look(page, 'advertiser-finance');
  await page.getByRole('button', { name: 'Close the deposit' }).click();
  await expect(panel).toHaveCount(0);
});

test('a bank transfer gets an invoice', async ({ browser }) => {
  const page = await enter(browser, 'advertiser');
  await page.goto('/advertiser/finance#top-up');
  await page.getByLabel('Goes to your balance').fill('500');
  await page.getByRole('radio', { name: /transfer/i }).check();
  await page.getByRole('button', { name: 'Make the invoice' }).click();
  const panel = page.getByRole('region', { name: /^Deposit \d+$/ });
  await expect(panel.getByText('Pending')).toBeVisible();
  const invoice = page.waitForEvent('download');
  await panel.getByRole('button', { name: /^Invoice/ }).click();
  expect((await invoice).suggestedFilename()).toMatch(/\.pdf$/);
});

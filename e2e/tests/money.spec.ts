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

test('a bank transfer gets an invoice, and is confirmed when it came in', async ({ browser }) => {
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
  const id = /\d+/.exec((await panel.getByRole('heading').textContent()) ?? '')?.[0] ?? '';

  // It comes in, and an owner of the network says so.
  const god = await enter(browser, 'god');
  await god.goto(`/admin/deposits?days=today&deposit=${id}`);
  const details = god.getByRole('region', { name: `Deposit ${id}` });
  await expect(details.getByText('No payment of it is known yet.')).toBeVisible();
  await god.getByRole('button', { name: `More for Deposit ${id}`, exact: true }).click();
  await god.getByRole('menuitem', { name: 'Confirm' }).click();
  const form = god.getByRole('form', { name: /^Confirm/ });
  await form.getByLabel('Reference of the bank').fill('Statement 7, line 12');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(details.getByText('Settled')).toBeVisible();
  await expect(details.getByRole('region', { name: 'Payments of the deposit' })).toContainText('500,00');
  await look(god, 'deposit-details');
  await expect(panel.getByText('$500,00 came in and is booked.')).toBeVisible();

  // Other days have others.
  await god.getByRole('button', { name: /^Today/ }).click();
  await god.getByRole('button', { name: 'Yesterday', exact: true }).click();
  await expect(god).toHaveURL(/days=yesterday/);
  await expect(god.getByRole('button', { name: `More for Deposit ${id}`, exact: true })).toHaveCount(0);
});

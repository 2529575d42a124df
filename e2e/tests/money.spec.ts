/** An advertiser's money: it comes in through a payment page, and stands in deposits, history and statements. */
import { expect, type Page } from '@playwright/test';
import { DepositStatus } from '../../web/src/api/gen/words/deposit-status-id.gen.ts';
import { look } from '../support/look.ts';
import { bearer, PASSWORD, tokensOf } from '../support/people.ts';
import { drawn } from '../support/taken-over.ts';
import { test } from '../support/test.ts';

/** Chooses an amount and goes on to the payment page of the demonstration. */
async function goToPay(page: Page, amount: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Top up' });
  await form.getByLabel('Goes to your balance').fill(amount);
  await form.getByRole('radio', { name: /Sandbox/ }).check();
  await form.getByRole('button', { name: 'Go to payment' }).click();
  await expect(page).toHaveURL(/\/demo\//);
}

test('a top-up is paid in two parts and followed until it is settled', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
  await page.goto('/advertiser/campaigns');
  await page.getByRole('link', { name: 'Top up' }).click();
  const amount = page.getByRole('form', { name: 'Top up' }).getByLabel('Goes to your balance');
  await expect(amount).toBeFocused();
  await page.getByRole('button', { name: '$100' }).click();
  await expect(amount).toHaveValue('100');
  // What is out of bounds is told beside the field, as the way to pay says it.
  await amount.fill('0,01');
  await page.getByRole('radio', { name: /Sandbox/ }).check();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveAccessibleDescription(/By Sandbox.*\$/);

  await goToPay(page, '123,46');
  await page.getByRole('button', { name: 'Pay half' }).click();
  const panel = page.getByRole('region', { name: /^Deposit \d+$/ });
  await expect(panel.getByText('Partly paid')).toBeVisible();
  await expect(panel.getByText('$61,73 is missing')).toBeVisible();
  await look(page, 'deposit-partly-paid', panel);
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
  const opened = page.getByRole('region', { name: /^Statement of/ });
  await expect(opened).toContainText('Top-up');
  const statement = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^CSV of/ })
    .first()
    .click();
  expect((await statement).suggestedFilename()).toMatch(/\.csv$/);
  await look(page, 'statement', opened);
  await page.getByRole('button', { name: 'Close the deposit' }).click();
  await expect(panel).toHaveCount(0);
});

test('a card is kept, and pays by itself when the balance is low, until it is forgotten', async ({
  cabinet,
  request,
}) => {
  const page = await cabinet('advertiser');
  await page.goto('/advertiser/finance#auto-top-up');
  // What loads above moves what is pressed.
  await drawn(page);
  const part = page.getByRole('region', { name: 'Automatic top-up' });
  await expect(part.getByText(/Nothing is kept to pay by yet/)).toBeVisible();
  const form = page.getByRole('form', { name: 'Top up' });
  await form.getByRole('radio', { name: /Sandbox/ }).check();
  await form.getByRole('checkbox', { name: /Keep my card/ }).check();
  await look(page, 'auto-top-up-none', part);
  await goToPay(page, '31');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  // The card is asked for when the money came in.
  const { access_token } = await tokensOf(request, 'advertiser@placard.example', PASSWORD);
  const ask = async (path: string) => (await (await request.get(path, bearer(access_token))).json()).data;
  const autoTopUp = () => ask('/api/advertiser/auto_top_up');
  await expect.poll(async () => (await autoTopUp()).method).toBeTruthy();
  await page.reload();
  const pays = part.getByRole('switch', { name: 'Pay when the balance is low' });
  await expect(part.getByText('Sandbox card ending in 4242')).toBeVisible();
  await pays.check();
  // Any balance is below this, and one payment is all that the month allows.
  await part.getByLabel('When the balance is below').fill('900000');
  await part.getByLabel('Pay', { exact: true }).fill('37');
  await part.getByLabel('At most in a month').fill('36');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByText(/From \$37,00 to/)).toBeVisible();
  await part.getByLabel('At most in a month').fill('37');
  await look(page, 'auto-top-up-form', part);
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByText('On', { exact: true })).toBeVisible();
  const paid = async () => ask('/api/advertiser/deposits');
  const settled = expect.objectContaining({ is_automatic: true, amount: 37, status_id: DepositStatus.Settled });
  await expect.poll(paid).toContainEqual(settled);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'automatic' }).first();
  await expect(row).toContainText('37,00');
  await expect(row).toContainText('Settled');
  await expect(part.getByText('Paid so this month: $37,00.')).toBeVisible();
  await look(page, 'auto-top-up-on', part);
  await part.getByRole('button', { name: 'Forget the card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget the card' }).click();
  await expect(part.getByText(/Nothing is kept to pay by yet/)).toBeVisible();
});

test('a bank transfer gets an invoice, and is confirmed when it came in', async ({ cabinet }) => {
  const page = await cabinet('advertiser');
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
  const god = await cabinet('god');
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
  await look(god, 'deposit-details', details);
  await expect(panel.getByText('$500,00 came in and is booked.')).toBeVisible();

  // Other days have others.
  await god.getByRole('button', { name: /^Today/ }).click();
  await god.getByRole('button', { name: 'Yesterday', exact: true }).click();
  await expect(god).toHaveURL(/days=yesterday/);
  await expect(god.getByRole('button', { name: `More for Deposit ${id}`, exact: true })).toHaveCount(0);
});

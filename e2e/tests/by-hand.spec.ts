/** Money that the network's owners give: by a promo code with a top-up, and by hand. */
import { expect } from '@playwright/test';
import { look } from '../support/look.ts';
import { test } from '../support/test.ts';

test('a promo code is made, used with a top-up, and its bonus stands on the balance', async ({ cabinet }) => {
  const code = `E2E-${Date.now().toString(36)}`;
  const god = await cabinet('god');
  await god.goto('/admin/promo-codes');
  await god.getByRole('button', { name: 'New promo code' }).click();
  const form = god.getByRole('form', { name: 'New promo code' });
  await form.getByRole('button', { name: 'Make the code' }).click();
  await expect(form.getByText('4 to 32 letters, digits, - and _.')).toBeVisible();
  await form.getByLabel('Code', { exact: true }).fill(code);
  await form.getByText('Part of the top-up').click();
  await form.getByLabel('Part, %').fill('12,5');
  await form.getByLabel('At most, $').fill('30');
  await form.getByLabel('For top-ups from, $').fill('100');
  await look(god, 'promo-code-form', form);
  await form.getByRole('button', { name: 'Make the code' }).click();
  const row = god.getByRole('row', { name: new RegExp(code, 'i') });
  await expect(row).toContainText('12,50 %, at most $30,00 from $100,00');
  await expect(row).toContainText('Active');

  const page = await cabinet('advertiser');
  await page.goto('/advertiser/finance#top-up');
  const topUp = page.getByRole('form', { name: 'Top up' });
  await topUp.getByLabel('Goes to your balance').fill('40');
  await topUp.getByLabel('Promo code').fill('NOT-A-CODE');
  await expect(topUp.getByText(/is no promo code/i)).toBeVisible();
  await topUp.getByLabel('Promo code').fill(code);
  await expect(topUp.getByText('It gives something for top-ups from $100,00.')).toBeVisible();
  await topUp.getByLabel('Goes to your balance').fill('200');
  await expect(topUp.getByText('$25,00 more when the money came in.')).toBeVisible();
  await look(page, 'top-up-promo', topUp);
  await topUp.getByRole('radio', { name: /Sandbox/ }).check();
  await topUp.getByRole('button', { name: 'Go to payment' }).click();
  await expect(page).toHaveURL(/\/demo\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const panel = page.getByRole('region', { name: /^Deposit \d+$/ });
  await expect(panel.getByText(/Its promo code gave \$25,00 more\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Bonus');
  await expect(page.getByRole('table').filter({ hasText: 'Balance after' })).toContainText('Bonus');

  await god.reload();
  await row.getByRole('button').last().click();
  await god.getByRole('menuitem', { name: 'End' }).click();
  await god.getByRole('dialog').getByRole('button', { name: /^End/ }).click();
  await expect(row).toContainText('Ended');
});

test('an only owner corrects a balance, and its owner reads why', async ({ cabinet }) => {
  const god = await cabinet('god');
  await god.goto('/admin/corrections');
  await god.getByRole('button', { name: 'New correction' }).click();
  const form = god.getByRole('form', { name: 'New correction' });
  await form.getByRole('button', { name: 'Give the money' }).click();
  await expect(form.getByText('Say whose balance it is.')).toBeVisible();
  await form.getByLabel('Whose').fill('webmaster@');
  await god.getByRole('option', { name: /^webmaster@/ }).click();
  await form.getByLabel('What', { exact: true }).click();
  await god.getByRole('option', { name: "Webmaster's earnings" }).click();
  await form.getByLabel('Amount, $').fill('7,5');
  const reason = `Goodwill ${Date.now()}`;
  await form.getByLabel('Reason').fill(reason);
  await look(god, 'correction-form', form);
  await form.getByRole('button', { name: 'Give the money' }).click();
  const row = god.getByRole('row').filter({ hasText: reason });
  await expect(row).toContainText('Booked');
  await look(god, 'corrections', row);

  const page = await cabinet('webmaster');
  await page.goto('/webmaster/finance');
  await expect(page.getByRole('row').filter({ hasText: reason })).toContainText('7,50');
});

test('ways to pay, their fees, keys of gateways and rates are set on one page', async ({ cabinet }) => {
  const god = await cabinet('god');
  await god.goto('/admin/payment-systems');
  await expect(god.getByRole('row', { name: /Bank transfer/ })).toContainText('On');

  await god.getByRole('tab', { name: 'Fees and least payouts' }).click();
  const type = god.getByRole('row', { name: /TRC20/ });
  await type.getByRole('button', { name: 'Change' }).click();
  const fees = god.getByRole('form', { name: /TRC20/ });
  const part = fees.getByLabel('And of its amount, %');
  const before = await part.inputValue();
  await part.fill('21');
  await fees.getByRole('button', { name: 'Save' }).click();
  await expect(fees.getByText('From 0 to 20 per cent, 2 decimals.')).toBeVisible();
  await part.fill('1,25');
  await look(god, 'payment-type-form', 'main');
  await fees.getByRole('button', { name: 'Save' }).click();
  await expect(type).toContainText('1,25');
  await type.getByRole('button', { name: 'Change' }).click();
  await part.fill(before);
  await fees.getByRole('button', { name: 'Save' }).click();
  await expect(type).not.toContainText('1,25');

  await god.getByRole('tab', { name: 'Gateways' }).click();
  const gateway = god.getByRole('row', { name: /NOWPayments/ });
  await expect(gateway).toContainText('Without keys');
  await gateway.getByRole('button').last().click();
  await god.getByRole('menuitem', { name: 'Set keys' }).click();
  const keys = god.getByRole('form', { name: /^Keys of/ });
  await keys.getByLabel('Key', { exact: true }).fill('a-key');
  await keys.getByLabel('Secret', { exact: true }).fill('a-secret');
  await look(god, 'gateway-form', 'main');
  await keys.getByRole('button', { name: 'Save the keys' }).click();
  await expect(gateway).toContainText('Ready');
  await expect(god.getByText('a-secret')).toHaveCount(0);
  await gateway.getByRole('button').last().click();
  await god.getByRole('menuitem', { name: 'Remove keys' }).click();
  await god
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove keys/ })
    .click();
  await expect(gateway).toContainText('Without keys');

  await god.getByRole('tab', { name: 'Rates' }).click();
  const rate = god.getByRole('row', { name: /RUB/ });
  await rate.getByRole('button').last().click();
  await god.getByRole('menuitem', { name: 'Change the rate' }).click();
  const form = god.getByRole('form', { name: 'Rate of RUB' });
  const field = form.getByLabel('Dollars for one RUB');
  const was = await field.inputValue();
  await field.fill('0,0131');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(rate).toContainText('0,0131');
  await look(god, 'rates', 'main');
  await rate.getByRole('button').last().click();
  await god.getByRole('menuitem', { name: 'Change the rate' }).click();
  await field.fill(was);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(rate).not.toContainText('0,0131');
});

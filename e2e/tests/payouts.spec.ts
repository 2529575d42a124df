/** Money that goes out: to which wallets, asked for by a webmaster or each Monday, agreed to by one owner of the network, paid by another. */
import { expect, type Page } from '@playwright/test';
import { look } from '../support/look.ts';
import { bearer, newAddress, PASSWORD, resume, settle, tokensOf, withSecondOwner } from '../support/people.ts';
import { test } from '../support/test.ts';

const AMOUNT = 60;
/** As Tron tells a transaction by. */
const HASH = '7c2f'.repeat(16);
/** Of the demo's people who waits for nobody's payout. */
const KITCHEN = 'kitchen@placard.example';
/** And who is paid by auto-payment: the demo's history was played on a clock that was moved over four Mondays. */
const TIDES = 'tides@placard.example';
/** An address of Tron with its checksum; written in small letters it has another one. */
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

interface Row {
  id: number;
  email?: string;
}

/** Opens what can be done with a payout, and does it. */
async function act(page: Page, payout: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for Payout ${payout}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a payout goes from a request to a payment by two people', async ({ browser, cabinet, request }) => {
  test.skip(!process.env.E2E_DATA_DIR, 'the second owner is made by the command line');
  const god = await tokensOf(request, 'god@placard.example', PASSWORD);
  const { headers } = bearer(god.access_token);
  const ask = async (path: string) => (await (await request.get(path, { headers })).json()).data as Row[];
  const webmaster = (await ask(`/api/admin/users?searchPhrase=${KITCHEN}`)).find(({ email }) => email === KITCHEN);
  expect(webmaster, 'somebody of the demo').toBeDefined();
  // The story can be told again: nothing is open, and there is enough.
  for (const status of [1, 2]) {
    for (const { id } of await ask(`/api/admin/payouts?user_id=${webmaster?.id}&status_id=${status}`)) {
      const data = { comment: 'Another one is asked for.', was_not_sent: true };
      await request.post(`/api/admin/payouts/${id}/reject`, { headers, data });
    }
  }
  const gift = { kind_id: 1, side_id: 2, user_id: webmaster?.id, amount: AMOUNT, reason: 'For the story' };
  const given = await request.post('/api/admin/corrections', { headers, data: gift });
  expect(given.status(), await given.text()).toBe(201);

  const context = await browser.newContext();
  await resume(context, KITCHEN, PASSWORD);
  const owner = await context.newPage();
  await owner.goto('/webmaster/finance');
  await owner.getByRole('button', { name: 'Request a payout' }).click();
  const form = owner.getByRole('form', { name: 'Request a payout' });
  await form.getByLabel(/^Amount/).fill(String(AMOUNT));
  await form.getByLabel('Your password').fill(PASSWORD);
  await expect(form.getByText('What arrives')).toBeVisible();
  await look(owner, 'payout-request', form);
  await form.getByRole('button', { name: 'Request', exact: true }).click();
  const note = owner.getByText(/^Payout \d+, \$60,00: requested\.$/);
  await expect(note).toBeVisible();
  const payout = /\d+/.exec((await note.textContent()) ?? '')?.[0] ?? '';

  await withSecondOwner(browser, 'payer', async (second, email) => {
    const first = await cabinet('god');
    await first.goto(`/admin/payouts?user=${webmaster?.id}`);
    const row = first.getByRole('row', { name: new RegExp(`Payout ${payout}\\b|^${payout}\\b`) }).first();
    await act(first, payout, 'Approve');
    await first
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(row).toContainText('Approved');
    // Who approved it does not pay it.
    await act(first, payout, 'Mark as paid');
    const alone = first.getByRole('form', { name: `Payout ${payout} was paid` });
    await alone.getByLabel('Transaction hash').fill(HASH);
    await alone.getByLabel('Your password').fill(PASSWORD);
    await alone.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(alone.getByText(/Another owner of the network pays it/)).toBeVisible();
    await look(first, 'payout-alone', alone);

    await second.goto(`/admin/payouts?user=${webmaster?.id}`);
    await act(second, payout, 'Mark as paid');
    const pay = second.getByRole('form', { name: `Payout ${payout} was paid` });
    await expect(pay.getByLabel('Your password')).toHaveCount(0);
    await pay.getByLabel('Transaction hash').fill(`0x${HASH}`);
    await pay.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(second.getByText(`Payout ${payout} is paid`)).toBeVisible();
    const paid = second.getByRole('row').filter({ hasText: '7c2f' }).first();
    await expect(paid).toContainText('god@placard.example');
    await expect(paid).toContainText(email);
    await look(second, 'payout-paid', paid);
  });

  await owner.goto('/webmaster/finance/payments');
  const payment = owner.getByRole('row').filter({ hasText: '7c2f' }).first();
  await expect(payment).toContainText('Paid');
  await expect(payment.getByRole('link', { name: /7c2f/ })).toHaveAttribute('href', /^https:\/\//);
});

test('auto-payment asks on Mondays, and its owner reads what became of it', async ({ browser }) => {
  const context = await browser.newContext();
  await resume(context, TIDES, PASSWORD);
  const page = await context.newPage();
  await page.goto('/webmaster/finance');
  const auto = page.getByRole('region', { name: 'Automatic payout' });
  const wish = auto.getByRole('switch', { name: 'Automatic payout' });
  await expect(wish).toBeChecked();
  await expect(auto).toContainText(/Next: Monday, .*, 06:00 UTC to USDT TRC20/);
  // What it did on the last Monday: a payout, or why there was none.
  await expect(auto).toContainText(/On \d+ \w+ \d{4}: \S/);
  await look(page, 'auto-payment', auto);
  await wish.click();
  await expect(auto).toContainText('Off. When it is on, each Monday at 06:00 UTC');
  await expect(auto).not.toContainText('Next: Monday');
  await wish.click();
  await expect(auto).toContainText(/Next: Monday, .*, 06:00 UTC/);

  await page.goto('/webmaster/finance/payments');
  const explorer = page.getByRole('link', { name: /in the explorer/ });
  const sent = page.getByRole('row').filter({ hasText: 'Requested automatically' }).filter({ has: explorer }).first();
  await expect(sent).toContainText('Paid');
  await expect(sent.getByRole('link', { name: /in the explorer/ })).toHaveAttribute('href', /^https:\/\//);
});

test('a wallet is checked while it is typed, approved by an owner of the network, and rests', async ({
  browser,
  cabinet,
  request,
}) => {
  const email = newAddress('wallet');
  await settle(request, email, PASSWORD, { role: 'webmaster' });
  const context = await browser.newContext();
  await resume(context, email, PASSWORD);
  const page = await context.newPage();
  await page.goto('/webmaster/finance/wallets');
  await page.getByRole('button', { name: 'Add a wallet' }).click();
  const form = page.getByRole('form', { name: 'Add a wallet' });
  await form.getByRole('combobox', { name: 'Paid by' }).click();
  await page.getByRole('option', { name: /TRC20/ }).click();
  await form.getByLabel('Address').fill(`${TRON.slice(0, -1)}T`);
  await expect(form.getByText(/checksum/)).toBeVisible();
  await form.getByLabel('Address').fill(TRON);
  await expect(form.getByText(/checksum/)).toHaveCount(0);
  await form.getByLabel('Your password').fill(PASSWORD);
  await look(page, 'wallet-form', form);
  await form.getByRole('button', { name: 'Add wallet' }).click();
  const wallet = page.getByRole('list', { name: 'Wallets' }).getByRole('listitem').filter({ hasText: TRON });
  await expect(wallet).toContainText('Waits for approval');

  const god = await cabinet('god');
  await god.goto('/admin/wallets');
  await god.getByRole('searchbox', { name: 'Search wallets' }).fill(email);
  const waiting = god.getByRole('row').filter({ hasText: email });
  await expect(waiting).toContainText('USDT TRC20');
  await look(god, 'wallets-waiting', waiting);
  await waiting.getByRole('button', { name: `More for ${TRON}`, exact: true }).click();
  await god.getByRole('menuitem', { name: 'Approve' }).click();
  await expect(waiting).toHaveCount(0);

  // It is theirs for a day before anything is paid to it.
  await expect(async () => {
    await page.reload();
    await expect(wallet).toContainText(/Rests, .* left/, { timeout: 2_000 });
  }).toPass();
  await expect(wallet).toContainText('Until then you can object to it.');
  await look(page, 'wallet-rests', wallet);
  await page.goto('/webmaster/finance');
  await expect(page.getByText('None of your wallets can be paid to yet:')).toBeVisible();
});

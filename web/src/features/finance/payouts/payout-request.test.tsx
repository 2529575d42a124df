import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answers, ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Quote } from './payout-quote';
import { PayoutRequest } from './payout-request';

afterEach(() => vi.unstubAllGlobals());

const WALLET = {
  id: 4,
  number: '0xabcdef0123456789',
  is_primary: true,
  is_usable: true,
  payment_type: { id: 1, name: 'USDT' },
};

async function open(quote: Answers[string]) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/second_factor': ok({ data: { is_on: false } }),
    'GET /api/webmaster/balance/remain': ok({
      data: { balance: 200, minimum_payout: 50, remain: 0, open_payout_id: null },
    }),
    'GET /api/webmaster/wallet': ok({ data: { wallets: [WALLET], unapproved_wallets: [] } }),
    'GET /api/cashbox/currencies': ok({ data: [{ id: 1, code: 'USD' }] }),
    'GET /api/webmaster/payouts/quote': quote,
    'POST /api/webmaster/payouts': refused({ amount: ['has another fee by now'] }),
  });
  showAt('/here', <PayoutRequest />);
  fireEvent.click(await screen.findByRole('button', { name: 'Request a payout' }));
  return calls;
}

const button = () => screen.getByRole('button', { name: 'Request' });

it('waits for the fee of exactly the amount that is typed', async () => {
  await open(ok({ data: { fee: 2, payable: 198, payable_currency_id: 1 } }));
  await waitFor(() => expect(button()).toBeEnabled());
  fill(screen.getByLabelText(/^Amount/), '120');
  expect(button()).toBeDisabled();
  await waitFor(() => expect(button()).toBeEnabled());
});

it('is back at the button that asks for it when it is closed', async () => {
  await open(ok({ data: { fee: 2, payable: 198, payable_currency_id: 1 } }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Request a payout' })).toHaveFocus();
});

it('does not take a lost answer for a fee that was seen', async () => {
  await open({ status: 502, body: {} });
  expect(await screen.findByText('The fee did not load')).toBeInTheDocument();
  expect(button()).toBeDisabled();
});

it('lets ask for what is refused, and says why once', async () => {
  await open(refused({ amount: ['must be at least 250'] }));
  expect(await screen.findByText('Must be at least 250.')).toBeInTheDocument();
  expect(button()).toBeEnabled();
});

it.each([
  ['less', 19.5],
  ['more', 345.46],
])('asks for no fee of %s than can be paid out', async (_, amount) => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/cashbox/currencies': ok({ data: [] }),
  });
  const told = vi.fn();
  showAt('/here', <Quote amount={amount} bounds={{ min: 20, max: 345.45118 }} wallet={4} said="" onTold={told} />);
  await waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining({ fee: undefined })));
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/cashbox/currencies')).toBe(true));
  expect(calls.filter(({ path }) => path.includes('/quote'))).toEqual([]);
});

it('asks at the fee that was shown, and shows the one that took its place', async () => {
  let fee = 2;
  const calls = await open(() => ok({ data: { fee, payable: 200 - fee, payable_currency_id: 1 } }));
  await waitFor(() => expect(button()).toBeEnabled());
  fill(screen.getByLabelText('Your password'), 'a-password');
  fee = 5;
  fireEvent.click(button());
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ fee: 2 }));
  expect(await screen.findByText('$5,00')).toBeInTheDocument();
});

it('opens no form again that could not be shown meanwhile, and leads to the heading when it goes', async () => {
  let isUsable = true;
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/second_factor': ok({ data: { is_on: false } }),
    'GET /api/webmaster/balance/remain': ok({
      data: { balance: 200, minimum_payout: 50, remain: 0, open_payout_id: null },
    }),
    'GET /api/webmaster/wallet': () =>
      ok({ data: { wallets: [{ ...WALLET, is_usable: isUsable }], unapproved_wallets: [] } }),
    'GET /api/cashbox/currencies': ok({ data: [{ id: 1, code: 'USD' }] }),
    'GET /api/webmaster/payouts/quote': ok({ data: { fee: 2, payable: 198, payable_currency_id: 1 } }),
  });
  showAt(
    '/here',
    <section>
      <h2>Payout</h2>
      <PayoutRequest />
    </section>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Request a payout' }));
  expect(screen.getByLabelText(/^Amount/)).toHaveFocus();
  const lookAgain = () =>
    act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
  isUsable = false;
  await lookAgain();
  expect(await screen.findByText(/None of your wallets can be paid to yet/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Payout' })).toHaveFocus();
  isUsable = true;
  await lookAgain();
  expect(await screen.findByRole('button', { name: 'Request a payout' })).toBeInTheDocument();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  focusManager.setFocused(undefined);
});

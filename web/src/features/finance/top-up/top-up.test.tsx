import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { TopUp } from './top-up';
import { boundsText, type Way } from './ways-to-pay';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CURRENCIES = [
  { id: 1, code: 'USD', name: 'US dollar', currency_rate: 1, rate_set_at: '2026-11-20T10:00:00Z' },
  { id: 3, code: 'EUR', name: 'Euro', currency_rate: 1.25, rate_set_at: '2026-11-20T10:00:00Z' },
];

it('converts to the coin of the dollar until another currency is chosen', async () => {
  const coin = { id: 4, code: 'USDT', name: 'Tether', currency_rate: 1, rate_set_at: '2026-11-20T10:00:00Z' };
  stubApi({
    'GET /api/cashbox/payment_systems': ok({ data: [{ id: 4, name: 'Card', purpose: 'top_up' }] }),
    'GET /api/cashbox/payment_types/': ok({ data: [] }),
    'GET /api/cashbox/currencies': ok({ data: [...CURRENCIES, coin] }),
  });
  showAt('/advertiser/finance', <TopUp balance={undefined} />);
  expect(await screen.findByRole('combobox', { name: 'The same in' })).toHaveValue('USDT, Tether');
});

it.each([
  ['dollar', 'At most 2 decimals.', 'By Card: $20,00 to $30,00, at most 2 decimals.'],
  ['cent', 'At most 1 decimal.', 'By Card: 2 000,0 ¢ to 3 000,0 ¢, at most 1 decimal.'],
] as const)('says in the unit of a %s what can be paid', (unit, unbound, bound) => {
  const way = { bounds: { min: 20, max: 30 }, name: 'Card' } as Way;
  expect(boundsText(undefined, unit)).toBe(unbound);
  expect(boundsText(way, unit).replaceAll('\u00a0', ' ')).toBe(bound);
});

it('says that there is no way to pay where there is none', async () => {
  stubApi({
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
    'GET /api/cashbox/payment_types/': ok({ data: [] }),
  });
  showAt('/advertiser/finance', <TopUp balance={undefined} />);
  expect(await screen.findByText('No way to pay is set up here yet')).toBeInTheDocument();
});

it('converts what is typed, and shows a refused way beside the ways', async () => {
  const calls = stubApi({
    'GET /api/cashbox/payment_systems': ok({ data: [{ id: 4, name: 'Card', purpose: 'top_up' }] }),
    'GET /api/cashbox/payment_types/': ok({ data: [] }),
    'GET /api/cashbox/currencies': ok({ data: CURRENCIES }),
    'GET /api/advertiser/cashbox/get_converted_amount': ok({ data: { converted_amount: 80 } }),
    'GET /api/payment/url': {
      status: 422,
      body: { title: 'Invalid', status: 422, errors: { payment_system_id: ['takes no payments right now'] } },
    },
  });
  showAt('/advertiser/finance', <TopUp balance={undefined} />);
  fill(await screen.findByLabelText('Goes to your balance'), '100');
  expect(await screen.findByText('80,00 EUR')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Go to payment' }));
  expect(await screen.findByText('Takes no payments right now.')).toBeInTheDocument();
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toContain('/api/payment/url?payment_system_id=4&amount=100'),
  );
});

for (const [whom, goesOn, where] of [
  ['leads to the payment', false, '#pay'],
  ['leaves where they are those who went on before the answer came', true, ''],
] as const) {
  it(whom, async () => {
    stubApi({
      'GET /api/cashbox/payment_systems': ok({ data: [{ id: 4, name: 'Card', purpose: 'top_up' }] }),
      'GET /api/cashbox/payment_types/': ok({ data: [] }),
      'GET /api/cashbox/currencies': ok({ data: [] }),
      'GET /api/payment/url': ok({ data: { url: '#pay', deposit: { id: 9, gateway: 'card' } } }),
    });
    const asked = globalThis.fetch;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', async (input: Request) => {
      if (input.url.includes('/payment/url')) await held;
      return asked(input);
    });
    showAt('/advertiser/finance', <TopUp balance={undefined} />);
    fill(await screen.findByLabelText('Goes to your balance'), '100');
    fireEvent.click(screen.getByRole('button', { name: 'Go to payment' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Go to payment' })).toBeDisabled());
    if (goesOn) cleanup();
    await act(async () => answer());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(location.hash).toBe(where);
    history.replaceState(null, '', ' ');
  });
}

it('keeps the card where the way to pay can, and only when that is ticked', async () => {
  const systems = [
    { id: 4, name: 'Card', purpose: 'top_up', can_keep_method: true },
    { id: 6, name: 'Coins', purpose: 'top_up', can_keep_method: false },
  ];
  const calls = stubApi({
    'GET /api/cashbox/payment_systems': ok({ data: systems }),
    'GET /api/cashbox/payment_types/': ok({ data: [] }),
    'GET /api/cashbox/currencies': ok({ data: [] }),
    'GET /api/payment/url': refused({ keep_method: ['cannot be kept by this payment system'] }),
  });
  showAt('/advertiser/finance', <TopUp balance={undefined} />);
  fill(await screen.findByLabelText('Goes to your balance'), '100');
  fireEvent.click(screen.getByRole('checkbox', { name: /Keep my card/ }));
  fireEvent.click(screen.getByRole('radio', { name: /Coins/ }));
  expect(screen.queryByRole('checkbox', { name: /Keep my card/ })).not.toBeInTheDocument();
  const asked = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/payment/url'));
  fireEvent.click(screen.getByRole('button', { name: 'Go to payment' }));
  await waitFor(() => expect(asked()).toEqual(['/api/payment/url?payment_system_id=6&amount=100']));
  fireEvent.click(screen.getByRole('radio', { name: /Card/ }));
  expect(screen.getByRole('checkbox', { name: /Keep my card/ })).toBeChecked();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to payment' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Go to payment' }));
  await waitFor(() => expect(asked()[1]).toBe('/api/payment/url?payment_system_id=4&amount=100&keep_method=1'));
  expect(await screen.findByText('Cannot be kept by this payment system.')).toBeInTheDocument();
});

it('says what each way costs, takes and may be, before anything is sent', async () => {
  const calls = stubApi({
    'GET /api/cashbox/payment_systems': ok({
      data: [
        { id: 4, name: 'Card', purpose: 'top_up', least_top_up: 20, most_top_up: 2000 },
        { id: 6, name: 'Coins', purpose: 'top_up', least_top_up: 50, most_top_up: 100000 },
      ],
    }),
    'GET /api/cashbox/payment_types/': ok({
      data: [{ id: 6001, payment_system_id: 6, name: 'Coins', usual_time: 'Within an hour', fee_note: 'About $1' }],
    }),
    'GET /api/cashbox/currencies': ok({ data: [] }),
  });
  showAt('/advertiser/finance', <TopUp balance={undefined} />);
  const coins = await screen.findByRole('radio', { name: /Coins.*Within an hour.*About \$1/ });
  expect(screen.getByRole('radio', { name: /Card.*No fee/ })).toBeChecked();
  expect(screen.getByText(/^By Card: \$20,00 to \$2\s000,00/)).toBeInTheDocument();
  fireEvent.click(coins);
  expect(screen.getByText(/^By Coins: \$50,00 to/)).toBeInTheDocument();
  fill(screen.getByLabelText('Goes to your balance'), '30');
  fireEvent.click(screen.getByRole('button', { name: 'Go to payment' }));
  expect(await screen.findByText(/^From \$50,00 to/)).toBeInTheDocument();
  expect(calls.some(({ path }) => path.startsWith('/api/payment/url'))).toBe(false);
});

it('tells how long an amount lasts at the pace of the last days', async () => {
  stubApi({
    'GET /api/cashbox/payment_systems': ok({ data: [{ id: 4, name: 'Card', purpose: 'top_up' }] }),
    'GET /api/cashbox/payment_types/': ok({ data: [] }),
    'GET /api/cashbox/currencies': ok({ data: [] }),
  });
  const balance = { balance: 2_360, bonus: 0, currency: 'USD', spent_today: 0, spent_week: 8_260, days_left: 2 };
  showAt('/advertiser/finance', <TopUp balance={balance} />);
  fireEvent.click(await screen.findByRole('button', { name: /^\$500\b.*10 hours$/ }));
  expect(await screen.findByText('Lasts about')).toBeInTheDocument();
  expect(screen.getByText('2 days')).toBeInTheDocument();
  expect(screen.getByText(/At \$1.180,00 a day/)).toBeInTheDocument();
});

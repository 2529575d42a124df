import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { TopUp } from './top-up';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CURRENCIES = [
  { id: 1, code: 'USD', name: 'US dollar', currency_rate: 1, rate_set_at: '2026-11-20T10:00:00Z' },
  { id: 3, code: 'EUR', name: 'Euro', currency_rate: 1.25, rate_set_at: '2026-11-20T10:00:00Z' },
];

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

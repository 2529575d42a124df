import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Payout } from '~/api/sdk';
import { PayoutStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { PaymentsPage } from './payments-page';

afterEach(() => vi.unstubAllGlobals());

const payout = (id: number, status_id: number, amount: number) => ({
  id,
  status_id,
  status: '',
  amount,
  fee: 1,
  payable: amount - 1,
  payable_currency_id: 1,
  wallet: { id: 1, number: 'TR7NHqjeKQ', payment_type: { id: 16_001, name: 'USDT TRC20' } },
  created_at: '2026-11-20T10:00:00Z',
});

/** Sixteen that were paid, on two pages, and one that was cancelled. */
const ALL = [
  payout(99, PayoutStatus.Cancelled, 500),
  ...Array.from({ length: 16 }, (_, index) => payout(80 - index, PayoutStatus.Paid, 60.1)),
];

const open = (search = '', all: readonly Pick<Payout, 'id'>[] = ALL) => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 9, is_webmaster: true } }),
    'GET /api/webmaster/payouts': ok({
      data: all,
      pagination: { current_page: 1, last_page: 1, per_page: all.length, total: all.length },
    }),
  });
  showAt(`/webmaster/finance/payments${search}`, <PaymentsPage />);
};

const total = async () => (await screen.findByRole('row', { name: /^Total of/ })).textContent?.replaceAll(/\s/g, ' ');

it('adds up the payouts of all pages, without those that were not paid', async () => {
  open();
  expect(await total()).toMatch(/^Total of 17 payouts.*961,60.*16,00/);
  expect(screen.getAllByRole('row')).toHaveLength(1 + 15 + 1);
  expect(screen.getByRole('tab', { name: /Paid/ })).toHaveTextContent('16');
});

it('adds up what is shown where nothing was paid', async () => {
  open('?status=cancelled');
  expect(await total()).toMatch(/^Total of 1 payout.*500,00/);
});

it('adds up nothing of what all went back', async () => {
  open('', [payout(99, PayoutStatus.Cancelled, 500), payout(98, PayoutStatus.Rejected, 500)]);
  expect(await total()).toMatch(/^Total of 2 payouts ?0,00/);
});

it('has the rest on the next page', async () => {
  open('?page=2');
  expect(await total()).toMatch(/961,60/);
  expect(screen.getAllByRole('row')).toHaveLength(1 + 2 + 1);
});

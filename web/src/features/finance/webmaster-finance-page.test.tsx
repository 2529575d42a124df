import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CurrencyUnit, UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { WebmasterFinancePage } from './webmaster-finance-page';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const PAGE = { current_page: 1, last_page: 1, per_page: 15, total: 1 };
const BALANCE = { balance: 90.48, pending: 12, held: 0, held_sites: [], reserved: 60, earned_today: 3.5 };
const ROW = {
  id: null,
  amount: 3.5,
  balance_after: 102.48,
  type: 'earnings',
  type_index: 0,
  date: '2026-11-21T00:00:00Z',
  block_id: 4,
  clicks: 5,
  comment: '',
};

function open(user: object, balance: object = BALANCE) {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, features: [], ...user } }),
    'GET /api/site': ok({ data: { hold_days: 7, minimum_payout: 50 } }),
    'GET /api/webmaster/balance': ok({ data: balance }),
    'GET /api/webmaster/balance/pending': ok({ data: [{ date: '2026-11-28', amount: 12, referral: 0 }] }),
    'GET /api/webmaster/balance/history': ok({ data: [ROW], pagination: PAGE, meta: PAGE }),
    'GET /api/webmaster/balance/remain': ok({ data: { balance: 90.48, minimum_payout: 50, remain: 0, reserved: 60 } }),
    'GET /api/webmaster/wallet': ok({ data: { wallets: [], unapproved_wallets: [] } }),
    'GET /api/webmaster/payment/auto_payment': ok({ data: { is_auto_payment: false, next_at: null, last: null } }),
    'GET /api/webmaster/statements': ok({ data: [] }),
    'POST /api_v2/webmaster/stats': ok({ result: [], total_result: {}, names: {}, pagination: PAGE }),
    'GET /api/list_views': ok({ data: [] }),
  });
  showAt('/webmaster/finance', <WebmasterFinancePage />);
}

it('shows all amounts in cents to who counts in them', async () => {
  open({ currency_unit: CurrencyUnit.Cent });
  const balance = await screen.findByRole('region', { name: 'Balance' });
  expect(await within(balance).findByText(/^9\s048,0\s¢$/)).toBeInTheDocument();
  expect(within(balance).getByText(/^6\s000,0\s¢$/)).toBeInTheDocument();
  expect(await screen.findByText(/^10\s248,0$/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Automatic payout' })).toBeInTheDocument();
});

it('shows sales the money of their clients without payouts', async () => {
  const acting = { id: 9, email: 'sales@x.org', name: '', type_id: UserType.Sales };
  open({ currency_unit: CurrencyUnit.Dollar, acting }, { ...BALANCE, reserved: null });
  expect(await screen.findByText('$90,48')).toBeInTheDocument();
  expect(screen.getByText(/^Sales see no payouts/)).toBeInTheDocument();
  expect(screen.queryByText('Set aside')).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Automatic payout' })).not.toBeInTheDocument();
});

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { WalletsPage } from './wallets-page';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const TYPES = [
  { id: 16001, name: 'USDT TRC20', minimum_payout: 50, fee_fixed: 1, fee_basis_points: 0, address_kind: 'tron' },
];

it('offers the ways in which webmasters are paid, and no others', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/second_factor': ok({ data: { is_on: false } }),
    'GET /api/webmaster/wallet': ok({ data: { wallets: [], unapproved_wallets: [] } }),
    'GET /api/cashbox/payment_types/': ok({ data: TYPES }),
  });
  showAt('/webmaster/finance/wallets', <WalletsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a wallet' }));
  expect(await screen.findByLabelText('Address')).toBeInTheDocument();
  expect(screen.getByDisplayValue('USDT TRC20')).toBeInTheDocument();
  expect(calls.map(({ path }) => path)).toContain('/api/cashbox/payment_types/?purpose=payout');
});

it('tells a mistyped address before the password is asked for', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/second_factor': ok({ data: { is_on: false } }),
    'GET /api/webmaster/wallet': ok({ data: { wallets: [], unapproved_wallets: [] } }),
    'GET /api/cashbox/payment_types/': ok({ data: TYPES }),
    'GET /api/webmaster/wallet/check': refused({ number: ['has a wrong checksum: a letter is mistyped'] }),
  });
  showAt('/webmaster/finance/wallets', <WalletsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a wallet' }));
  fill(await screen.findByLabelText('Address'), 'TR7');
  expect(await screen.findByText(/a letter is mistyped/)).toBeInTheDocument();
  expect(calls.map(({ path }) => path)).toContain('/api/webmaster/wallet/check?payment_type_id=16001&number=TR7');
});

it('shows sales no wallets', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, acting: { id: 2, type_id: UserType.Sales } } }),
    'GET /api/webmaster/wallet': { status: 403, body: { title: 'Forbidden', status: 403 } },
    'GET /api/cashbox/payment_types/': ok({ data: TYPES }),
  });
  showAt('/webmaster/finance/wallets', <WalletsPage />);
  expect(await screen.findByText(/no payouts and wallets/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Wallets' })).not.toBeInTheDocument();
});

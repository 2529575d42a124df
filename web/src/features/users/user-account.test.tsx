import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdminUser } from '~/api/sdk';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { UserBalances, UserSessions } from './user-account';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const SESSION = {
  id: 5,
  created_at: '2026-11-20T10:00:00Z',
  seen_at: '2026-11-21T10:00:00Z',
  address: '192.0.2.7',
  user_agent: 'x',
  browser: 'Firefox',
  os: 'Linux',
  is_current: false,
};

it('shows what a user has in their cabinets, and where they are logged in', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God, features: [] } }),
    'GET /api/admin/users/7/account': ok({
      data: {
        balance: 2418.07,
        topped_up: 186_250,
        deposits_count: 61,
        ads_count: 212,
        ads_rejected_count: 3,
        available: null,
        pending: null,
        reserved: null,
        sessions: [SESSION],
      },
    }),
  });
  const user = { id: 7, is_advertiser: true, is_webmaster: false } as AdminUser;
  showAt(
    '/admin/users/7',
    <>
      <UserBalances user={user} />
      <UserSessions user={7} />
    </>,
  );
  expect(await screen.findByText(/2.418,07/)).toBeInTheDocument();
  expect(screen.getByText(/186.250,00/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '61 deposits' })).toHaveAttribute('href', '/admin/deposits?user=7');
  expect(screen.getByText('of 212')).toBeInTheDocument();
  expect(screen.queryByText('Available')).not.toBeInTheDocument();
  expect(await screen.findByText('Firefox on Linux')).toBeInTheDocument();
  expect(screen.getByText('192.0.2.7')).toBeInTheDocument();
});

it('tells sales nothing of sessions and payouts', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.Sales, features: [] } }),
    'GET /api/admin/users/7/account': ok({
      data: { balance: 12, available: 140, pending: 0, reserved: null, sessions: null },
    }),
  });
  const user = { id: 7, is_advertiser: true, is_webmaster: true } as AdminUser;
  showAt(
    '/admin/users/7',
    <>
      <UserBalances user={user} />
      <UserSessions user={7} />
    </>,
  );
  expect(await screen.findByText(/12,00/)).toBeInTheDocument();
  expect(screen.getByText(/140,00/)).toBeInTheDocument();
  expect(screen.queryByText('Asked for')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Payouts' })).not.toBeInTheDocument();
  expect(screen.queryByText('Sessions')).not.toBeInTheDocument();
});

import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { WalletsPage } from './wallets-page';

beforeEach(() => {
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const WALLET = {
  id: 4,
  number: 'TXyz',
  payment_type: { id: 16001, name: 'USDT TRC20' },
  webmaster: { id: 9, email: 'w@site.example' },
  same_number: [],
  created_at: '2026-11-20T10:00:00Z',
  usable_at: '2026-11-21T10:00:00Z',
};

it('has the focus where a form was opened when that is closed: at the wallet, and at the button of the page', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/moderation/wallets': ok({ data: [WALLET] }),
  });
  showAt('/admin/wallets', <WalletsPage />);
  const more = await screen.findByRole('button', { name: 'More for TXyz' });
  await userEvent.click(more);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reject' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(more).toHaveFocus();
  const deny = screen.getByRole('button', { name: 'Deny an address' });
  await userEvent.click(deny);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(deny).toHaveFocus();
});

it('has the focus at the button of the page also in a browser that gives none to what is clicked', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/moderation/wallets': ok({ data: [WALLET] }),
  });
  showAt('/admin/wallets', <WalletsPage />);
  await screen.findByText('TXyz');
  fireEvent.click(screen.getByRole('button', { name: 'Deny an address' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Deny an address' })).toHaveFocus();
});

it('leads to the form that denies an address when it is asked for once more', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/moderation/wallets': ok({ data: [WALLET] }),
  });
  showAt('/admin/wallets', <WalletsPage />);
  await screen.findByText('TXyz');
  const deny = screen.getByRole('button', { name: 'Deny an address' });
  await userEvent.click(deny);
  const address = screen.getByRole('textbox', { name: 'Address' });
  await userEvent.type(address, 'TX');
  await userEvent.click(deny);
  expect(address).toHaveFocus();
  expect(address).toHaveValue('TX');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(deny).toHaveFocus();
});

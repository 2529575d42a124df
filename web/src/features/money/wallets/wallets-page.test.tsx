import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { holdBack, ok, stubApi } from '~/test/api-stub';
import { fill, show, showAt } from '~/test/show';
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

/** A wallet waits, and no address is denied. */
const BEFORE_A_DENIAL = {
  'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
  'GET /api/admin/moderation/wallets': ok({ data: [WALLET] }),
  'GET /api/admin/denied_addresses': ok({
    data: [],
    pagination: { current_page: 1, last_page: 1, per_page: 20, total: 0 },
  }),
};

/** The page of a router that knows it, so that it sees what the address says. */
function openAt(address: string) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/admin/wallets', component: WalletsPage });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { findPage: () => null } as never,
  });
  show(<RouterProvider router={router} />);
  return router;
}

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

it('keeps the form that denies an address while another part is shown, and asks before it is left', async () => {
  stubApi({
    ...BEFORE_A_DENIAL,
  });
  const router = openAt('/admin/wallets');
  await screen.findByText('TXyz');
  fireEvent.click(screen.getByRole('button', { name: 'Deny an address' }));
  fill(screen.getByRole('textbox', { name: 'Address' }), 'TX');
  fireEvent.click(screen.getByRole('tab', { name: 'Deny list' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ part: 'denied' }));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('TX');
  await act(async () => void router.navigate({ href: '/elsewhere' }));
  expect(await screen.findByText('Leave without saving?')).toBeInTheDocument();
});

it.each([
  ['the deny list', '', 'Deny list', { part: 'denied' }],
  ['another part', '?part=denied', 'Waiting', { q: 'kept' }],
])('shows all of the deny list when that is shown at the answer: %s', async (_, at, next, left) => {
  stubApi({
    ...BEFORE_A_DENIAL,
    'POST /api/admin/denied_addresses': ok({ data: { id: 1, number: 'TX', note: 'Stolen' } }),
  });
  const answer = holdBack('/denied_addresses', 'POST');
  const router = openAt(`/admin/wallets${at}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Deny an address' }));
  fill(screen.getByRole('textbox', { name: 'Address' }), 'TX');
  fill(screen.getByRole('textbox', { name: 'Why' }), 'Stolen');
  fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
  fireEvent.click(screen.getByRole('tab', { name: next }));
  await waitFor(() => expect(screen.getByRole('tab', { name: next })).toHaveAttribute('aria-selected', 'true'));
  await act(() => router.navigate({ to: '.', search: ((before: object) => ({ ...before, q: 'kept' })) as never }));
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull());
  expect(router.state.location.search).toEqual(left);
});

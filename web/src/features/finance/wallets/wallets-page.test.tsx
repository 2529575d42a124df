import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Wallet } from '~/api/sdk';
import { UserType, WalletStatus } from '~/api/words';
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

const wallet = (id: number, number: string, more: Partial<Wallet> = {}) => ({
  id,
  number,
  status_id: WalletStatus.Approved,
  payment_type: { id: 16001, name: 'USDT TRC20' },
  created_at: '2026-11-20T10:00:00Z',
  usable_at: '2026-11-21T10:00:00Z',
  is_usable: true,
  is_primary: false,
  comment: null,
  ...more,
});

it('chooses the primary wallet, and deletes one after a question', async () => {
  let wallets = [wallet(1, 'T1'), wallet(2, 'T2', { is_primary: true })];
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/webmaster/wallet': () =>
      ok({
        data: { wallets, unapproved_wallets: [wallet(3, 'T3', { status_id: WalletStatus.Waiting, is_usable: false })] },
      }),
    'GET /api/cashbox/payment_types/': ok({ data: TYPES }),
    'PUT /api/webmaster/wallet/1/primary': () => {
      wallets = [wallet(1, 'T1', { is_primary: true }), wallet(2, 'T2')];
      return ok({ data: wallets[0] });
    },
    'DELETE /api/webmaster/wallet/1': () => {
      wallets = wallets.slice(1);
      return { status: 204 };
    },
  });
  showAt('/webmaster/finance/wallets', <WalletsPage />);
  expect(await screen.findByRole('list', { name: 'wallets' })).toBeInTheDocument();
  const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines()).toEqual([
    expect.stringMatching(/T1.*Make primary/),
    expect.stringMatching(/Primary.*T2/),
    expect.stringMatching(/Waits for approval.*T3/),
  ]);
  expect(await screen.findByRole('button', { name: 'Add a wallet' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Make primary: USDT TRC20 T1' }));
  expect(await screen.findByRole('button', { name: 'Make primary: USDT TRC20 T2' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Delete USDT TRC20 T1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the wallet USDT TRC20 T1?' }));
  expect(dialog.getByText(/Without a primary wallet/)).toBeInTheDocument();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete 1' }));
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/webmaster/wallet/1/primary',
    'DELETE /api/webmaster/wallet/1',
  ]);
});

/** The page of two approved wallets and one that waits; what is asked after the first answer waits. */
async function openHeld(page = <WalletsPage />) {
  let held: Promise<void> | null = null;
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/webmaster/wallet': ok({
      data: {
        wallets: [wallet(1, 'T1'), wallet(2, 'T2', { is_primary: true })],
        unapproved_wallets: [wallet(3, 'T3', { status_id: WalletStatus.Waiting, is_usable: false })],
      },
    }),
    'GET /api/cashbox/payment_types/': ok({ data: TYPES }),
    'PUT /api/webmaster/wallet/1/primary': ok({ data: wallet(1, 'T1', { is_primary: true }) }),
    'DELETE /api/webmaster/wallet/1': { status: 204 },
    'DELETE /api/webmaster/wallet/3': { status: 204 },
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'GET') await held;
    return asked(input);
  });
  showAt('/webmaster/finance/wallets', <main>{page}</main>);
  await screen.findByRole('list', { name: 'wallets' });
  held = new Promise(() => {});
}

const lines = () => screen.getAllByRole('listitem').map((line) => /T\d/.exec(line.textContent?.slice(10) ?? '')?.[0]);

it.each([
  ['1', ['T2', 'T3']],
  ['3', ['T1', 'T2']],
])('has a deleted wallet no more, before the list is asked for again: %s', async (id, left) => {
  await openHeld();
  fireEvent.click(await screen.findByRole('button', { name: `Delete USDT TRC20 T${id}` }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
  await waitFor(() => expect(lines()).toEqual(left));
});

it('has one primary wallet as soon as another one is chosen, and leads on to the heading', async () => {
  await openHeld();
  const choose = await screen.findByRole('button', { name: 'Make primary: USDT TRC20 T1' });
  choose.focus();
  fireEvent.click(choose);
  expect(await screen.findByRole('button', { name: 'Make primary: USDT TRC20 T2' })).toBeInTheDocument();
  expect(choose).not.toBeInTheDocument();
  expect(screen.getAllByText('Primary')).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('ends with the wallet that was chosen last, however long the one before takes', async () => {
  let primary = 3;
  const chosen = (id: number) => () => {
    primary = id;
    return ok({ data: wallet(id, `T${id}`, { is_primary: true }) });
  };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/webmaster/wallet': () =>
      ok({
        data: {
          wallets: [1, 2, 3].map((id) => wallet(id, `T${id}`, { is_primary: id === primary })),
          unapproved_wallets: [],
        },
      }),
    'GET /api/cashbox/payment_types/': ok({ data: TYPES }),
    'PUT /api/webmaster/wallet/1/primary': chosen(1),
    'PUT /api/webmaster/wallet/2/primary': chosen(2),
  });
  const asked = globalThis.fetch;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.url.endsWith('/1/primary')) await held;
    return asked(input);
  });
  showAt('/webmaster/finance/wallets', <WalletsPage />);
  for (const id of [1, 2]) {
    fireEvent.click(await screen.findByRole('button', { name: `Make primary: USDT TRC20 T${id}` }));
  }
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await act(async () => goOn());
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Make primary: USDT TRC20 T3' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make primary: USDT TRC20 T2' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Make primary: USDT TRC20 T1' })).toBeInTheDocument();
  expect(primary).toBe(2);
});

/** The page, until another one is gone to. */
function Pages() {
  const [isLeft, setLeft] = useState(false);
  if (isLeft) return <h1>Another page</h1>;
  return (
    <>
      <WalletsPage />
      <p onPointerEnter={() => setLeft(true)}>Leave</p>
    </>
  );
}

it('leads nowhere on the page that came meanwhile', async () => {
  await openHeld(<Pages />);
  const choose = await screen.findByRole('button', { name: 'Make primary: USDT TRC20 T1' });
  choose.focus();
  fireEvent.click(choose);
  fireEvent.pointerEnter(screen.getByText('Leave'));
  expect(screen.getByRole('heading', { name: 'Another page' })).toBeInTheDocument();
  await act(() => new Promise((resolve) => setTimeout(resolve, 80)));
  expect(document.body).toHaveFocus();
});

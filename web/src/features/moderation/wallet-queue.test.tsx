import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { QueuedWallet } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { walletQueueQuery } from './api';
import { UNDO_MS } from './held';
import { SETTLE_MS } from './use-looked';
import { WalletQueue } from './wallet-queue';

const wallet = (id: number, number: string, same_number: QueuedWallet['same_number'] = []) =>
  ({
    id,
    number,
    payment_type: { id: 16001, name: 'USDT TRC20' },
    webmaster: { id: 9, email: 'w@site.example' },
    same_number,
    created_at: '2026-11-20T10:00:00Z',
    usable_at: '2026-11-21T10:00:00Z',
  }) as QueuedWallet;

function Page() {
  return <WalletQueue answer={useQuery(walletQueueQuery)} />;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('rejects for a reason and approves by keys, and takes the last verdict back', async () => {
  vi.useFakeTimers();
  const calls = stubApi({
    'GET /api/admin/moderation/wallets': ok({
      data: [wallet(4, 'TXyz', [{ id: 5, email: 'first@x.example' }]), wallet(6, 'TAbc')],
    }),
    'POST /api/admin/moderation/wallets/4/reject': ok({ data: {} }),
    'POST /api/admin/moderation/wallets/6/approve': ok({ data: {} }),
  });
  const made = () => calls.filter(({ method }) => method === 'POST');
  showAt('/admin/moderation?queue=wallets', <Page />);
  await pass(SETTLE_MS + 50);
  expect(screen.getByRole('article', { name: 'Wallet 4' })).toHaveTextContent('first@x.example');
  await press('r');
  expect(screen.getByText('Say why: the owner must know what to mend.')).toBeInTheDocument();
  await press('3');
  await press('r');
  await pass(SETTLE_MS + 50);
  expect(screen.getByRole('article', { name: 'Wallet 6' })).toBeInTheDocument();
  await press('a');
  await press('z');
  await pass(UNDO_MS + 50);
  expect(made().map(({ path, body }) => [path.split('/').slice(-2).join('/'), body])).toEqual([
    ['4/reject?only_waiting=1', { comment: 'The address belongs to another account here.' }],
  ]);
  expect(screen.getByRole('article', { name: 'Wallet 6' })).toBeInTheDocument();
});

import { expect, it } from 'vitest';
import type { Wallet } from '~/api/sdk';
import { WalletStatus } from '~/api/words';
import { walletState } from './wallet-state';

const END = '2026-11-21T10:00:00Z';
const HOUR_MS = 3_600_000;

const labelOf = (wallet: Partial<Wallet>, hours: number) =>
  walletState(
    { status_id: WalletStatus.Approved, usable_at: END, comment: '', is_primary: false, ...wallet } as Wallet,
    Date.parse(END) + hours * HOUR_MS,
  )?.label;

it('rests as long as the server says so, whatever the clock here says', () => {
  expect(labelOf({ is_usable: false }, -3)).toMatch(/^Rests, 3.h left$/);
  for (const hours of [0, 1, 30]) {
    expect(labelOf({ is_usable: false }, hours)).toBe('Rests');
    expect(labelOf({ is_usable: false, is_primary: true }, hours)).toBe('Rests');
  }
  for (const hours of [-3, 0, 1]) {
    expect(labelOf({ is_usable: true }, hours)).toBeUndefined();
    expect(labelOf({ is_usable: true, is_primary: true }, hours)).toBe('Primary');
  }
});

it('says why one is not paid to at all', () => {
  expect(labelOf({ is_usable: false, status_id: WalletStatus.Waiting }, 1)).toBe('Waits for approval');
  expect(labelOf({ is_usable: false, status_id: WalletStatus.Rejected }, 1)).toBe('Refused');
});

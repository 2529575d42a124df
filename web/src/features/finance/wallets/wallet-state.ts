import type { Wallet } from '~/api/sdk';
import { WalletStatus } from '~/api/words';
import { formatTime, formatWait } from '~/lib/format';
import type { Tone } from '~/ui/marks';

/** How a wallet stands, and why it is not paid to yet. */
export function walletState(wallet: Wallet, now: number): { tone: Tone; label: string; why: string } | null {
  const rests = Date.parse(wallet.usable_at) - now;
  const until = `It is not paid to before ${formatTime(wallet.usable_at)} UTC.`;
  if (wallet.status_id === WalletStatus.Waiting) {
    return {
      tone: 'info',
      label: 'Waits for approval',
      why: `A person of the network looks at it. ${rests > 0 ? until : ''}`,
    };
  }
  if (wallet.status_id === WalletStatus.Rejected) {
    return { tone: 'bad', label: 'Refused', why: wallet.comment || 'The network does not pay to it.' };
  }
  // That hours are over is the server's to say: the answer may be older than their end, and the clock here another one.
  if (!wallet.is_usable) {
    return {
      tone: 'warn',
      label: rests > 0 ? `Rests, ${formatWait(rests)} left` : 'Rests',
      why: `${until} Until then you can object to it.`,
    };
  }
  return wallet.is_primary ? { tone: 'ok', label: 'Primary', why: 'Payouts go here where no other is chosen.' } : null;
}

import type { Wallet } from '~/api/sdk';
import { WalletStatus } from '~/api/words';
import { formatTime, formatWait } from '~/lib/format';
import type { Tone } from '~/ui/marks';

/** How a wallet stands, and why it is not paid to yet. */
export function walletState(wallet: Wallet, now: number): { tone: Tone; label: string; why: string } | null {
  const rests = Date.parse(wallet.usable_at) - now;
  const until = rests > 0 ? `It is not paid to before ${formatTime(wallet.usable_at)} UTC.` : '';
  if (wallet.status_id === WalletStatus.Waiting) {
    return { tone: 'info', label: 'Waits for approval', why: `A person of the network looks at it. ${until}` };
  }
  if (wallet.status_id === WalletStatus.Rejected) {
    return { tone: 'bad', label: 'Refused', why: wallet.comment || 'The network does not pay to it.' };
  }
  if (!wallet.is_usable && rests > 0) {
    return {
      tone: 'warn',
      label: `Rests, ${formatWait(rests)} left`,
      why: `${until} Until then you can object to it.`,
    };
  }
  if (!wallet.is_usable) return { tone: 'bad', label: 'Cannot be used', why: 'Its way of payment is switched off.' };
  return wallet.is_primary ? { tone: 'ok', label: 'Primary', why: 'Payouts go here where no other is chosen.' } : null;
}

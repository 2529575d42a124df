/** What a webmaster reads of a payout. */
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Payout } from '~/api/sdk';
import { PAYOUT_STATUS_LABELS, PayoutStatus } from '~/api/words';
import { formatNumber, formatTime } from '~/lib/format';
import { statuses, statusOf } from '~/lib/statuses';
import { None } from '~/ui/marks';
import { StatusBadge } from '~/ui/status-badge';
import { currenciesQuery } from '../api';
import styles from '../finance.module.css';
import { shortAddress } from '../wallets/wallet-mark';

const STATUSES = statuses(PAYOUT_STATUS_LABELS, {
  [PayoutStatus.Requested]: ['info', 'clock', 'The network looks at it. You can cancel it until it is approved.'],
  [PayoutStatus.Approved]: ['info', 'hourglass', 'It will be sent.'],
  [PayoutStatus.Paid]: ['ok', 'check', 'It was sent.'],
  [PayoutStatus.Rejected]: ['bad', 'cross', 'It was refused; its money is available again.'],
  [PayoutStatus.Cancelled]: ['idle', 'stop', 'You cancelled it; its money is available again.'],
});

/** Of one that came back the reader learns that it was sent. */
const CAME_BACK = {
  ...statusOf(STATUSES, PayoutStatus.Rejected),
  label: 'Came back',
  why: 'It was sent and came back; its money is available again, the fee included.',
};

/** Of one that the network holds back. */
const HELD = {
  ...statusOf(STATUSES, PayoutStatus.Approved),
  tone: 'warn',
  icon: 'lock',
  label: 'Held back',
  why: 'The network holds it back for now; its money stays set aside.',
} as const;

/** How far it is. */
export function PayoutState({ payout }: { payout: Payout }) {
  if (payout.held_reason) return <StatusBadge status={HELD} why={payout.held_reason} />;
  return <StatusBadge status={payout.is_returned ? CAME_BACK : statusOf(STATUSES, payout.status_id)} />;
}

/** What is sent, in the currency of the wallet. */
export function Sent({ payout }: { payout: Payout }) {
  const code = useQuery(currenciesQuery).data?.find(({ id }) => id === payout.payable_currency_id)?.code;
  return (
    <>
      {formatNumber(payout.payable, 2)} {code}
    </>
  );
}

/** What happened to it, with the times. */
export function Steps({ payout }: { payout: Payout }) {
  const steps: [string, string | null | undefined][] = [
    [payout.is_auto ? 'Requested automatically' : 'Requested', payout.created_at],
    ['Approved', payout.approved_at],
    [payout.is_returned ? 'Sent, and came back' : payout.status, payout.closed_at],
  ];
  return (
    <ol className={styles.steps}>
      {steps.map(([label, at], index) =>
        at ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have their places
          <li key={index}>
            <b>{label}</b> {formatTime(at)}
          </li>
        ) : null,
      )}
      {payout.comment && <li className={styles.said}>{payout.comment}</li>}
      {payout.held_reason && <li className={styles.said}>Held back: {payout.held_reason}</li>}
    </ol>
  );
}

/** The transaction, with its page in the explorer. */
export function Transaction({ payout: { transaction_hash: hash, explorer_url: url } }: { payout: Payout }) {
  if (!hash) return <None />;
  if (!url) return <span className="mono">{shortAddress(hash)}</span>;
  return (
    <a className={`mono link ${styles.hash}`} href={url} target="_blank" rel="noreferrer" title={hash}>
      {shortAddress(hash)}
      <IconExternalLink size={12} aria-hidden />
      <span className="vh">in the explorer, opens in a new tab</span>
    </a>
  );
}

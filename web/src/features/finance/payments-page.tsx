import { IconBan, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { cancelPayoutMutation, listPayoutsOptions } from '~/api/queries';
import type { Payout } from '~/api/sdk';
import { PAYOUT_STATUS_LABELS, PayoutStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, formatNumber, formatTime } from '~/lib/format';
import { statuses, statusOf } from '~/lib/statuses';
import { None } from '~/ui/marks';
import { StatusBadge } from '~/ui/status-badge';
import { PageHead } from '../frame/page-head';
import { byId } from '../list/change';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { currenciesQuery } from './api';
import { FileButton } from './file-button';
import { FILES } from './files';
import styles from './finance.module.css';
import { FinanceTabs } from './finance-tabs';
import { NoPayouts, useSeesPayouts } from './sees-payouts';
import { shortAddress, WalletMark } from './wallet-mark';

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

function Amount({ value }: { value: number }) {
  return <>{formatAmount(value, useUnit())}</>;
}

/** What is sent, in the currency of the wallet. */
function Sent({ payout }: { payout: Payout }) {
  const code = useQuery(currenciesQuery).data?.find(({ id }) => id === payout.payable_currency_id)?.code;
  return (
    <>
      {formatNumber(payout.payable, 2)} {code}
    </>
  );
}

/** What happened to it, with the times. */
function Steps({ payout }: { payout: Payout }) {
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
      {payout.comment && <li className="t2">{payout.comment}</li>}
      {payout.held_reason && <li className="t2">Held back: {payout.held_reason}</li>}
    </ol>
  );
}

function Transaction({ payout: { transaction_hash: hash, explorer_url: url } }: { payout: Payout }) {
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

const PAYMENTS: ListSpec<Payout> = {
  name: 'payouts',
  noun: ['payout', 'payouts'],
  rowName: ({ id }) => `Payout ${id}`,
  told: ['listPayouts'],
  sizes: false,
  count: 15,
  tabs: [
    { value: 'all', label: 'All' },
    ...Object.entries(PAYOUT_STATUS_LABELS).map(([id, label]) => ({
      value: label.toLowerCase(),
      label,
      status: Number(id),
    })),
  ],
  rows: ({ state: { page, count, tab } }) =>
    listPayoutsOptions({
      query: { page, count, ...(tab?.status === undefined ? {} : { status_id: Number(tab.status) as PayoutStatus }) },
    }),
  columns: [
    {
      id: 'date',
      label: 'Date',
      align: 'left',
      cell: ({ id, created_at: at }) => (
        <>
          {formatDate(at)} <small className="mono t3">{id}</small>
        </>
      ),
    },
    {
      id: 'status',
      label: 'State',
      align: 'left',
      cell: (payout) =>
        payout.held_reason ? (
          <StatusBadge status={HELD} why={payout.held_reason} />
        ) : (
          <StatusBadge status={payout.is_returned ? CAME_BACK : statusOf(STATUSES, payout.status_id)} />
        ),
    },
    {
      id: 'amount',
      label: 'Amount',
      inUnit: true,
      align: 'right',
      strong: true,
      cell: ({ amount }) => <Amount value={amount} />,
    },
    { id: 'fee', label: 'Fee', inUnit: true, align: 'right', cell: ({ fee }) => <Amount value={fee} /> },
    { id: 'sent', label: 'Paid out', align: 'right', cell: (payout) => <Sent payout={payout} /> },
    { id: 'wallet', label: 'Wallet', align: 'left', cell: ({ wallet }) => <WalletMark wallet={wallet} /> },
    { id: 'steps', label: 'Steps, UTC', align: 'left', cell: (payout) => <Steps payout={payout} /> },
    { id: 'transaction', label: 'Transaction', align: 'left', cell: (payout) => <Transaction payout={payout} /> },
  ],
  actions: [
    {
      label: 'Cancel',
      icon: IconBan,
      only: 'row',
      bad: true,
      // What the network holds back is not cancelled: the hold would be shaken off.
      when: ({ status_id: status, held_reason }) => status === PayoutStatus.Requested && !held_reason,
      change: {
        done: 'cancelled',
        each: byId(cancelPayoutMutation),
        ask: () => ({ body: 'Its money is available again at once.' }),
      },
    },
  ],
  first: {
    title: 'Nothing was paid out yet',
    text: 'Each payout stands here with its steps and, once it is sent, with its transaction.',
    action: { label: 'To the balance', link: { to: '/webmaster/finance' }, icon: null },
  },
  none: { text: 'No payout is in this state.' },
};

/** All payouts, newest first. */
export function PaymentsPage() {
  const seesPayouts = useSeesPayouts();
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Webmaster' }, { label: 'Finance', link: { to: '/webmaster/finance' } }]}
        actions={
          seesPayouts && (
            <FileButton file={FILES.payouts} name="placard-payouts.csv">
              CSV of all
            </FileButton>
          )
        }
      />
      <FinanceTabs />
      {seesPayouts ? <ListPart spec={PAYMENTS} /> : <NoPayouts />}
    </>
  );
}

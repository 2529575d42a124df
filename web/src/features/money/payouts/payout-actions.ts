import {
  IconArrowBackUp,
  IconCashBanknote,
  IconCheck,
  IconDownload,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import { approvePayoutMutation, letPayoutGoMutation } from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import { PayoutStatus } from '~/api/words';
import { byIdOnce, type Change, calling } from '../../list/change';
import type { ListAction } from '../../list/spec';
import type { PayoutFormKind } from './payout-forms';

const APPROVE: Change<AdminPayout> = {
  done: 'approved',
  each: byIdOnce(approvePayoutMutation),
  ask: () => ({
    body: 'An approved payout goes into the file for the gateway. Where the network has two owners, another person than you notes that it was paid.',
  }),
};

const LET_GO: Change<AdminPayout> = {
  done: 'no longer held back',
  // A hold for another reason, which came since, stays.
  each: calling(letPayoutGoMutation, ({ id, held_reason }) => ({
    path: { id },
    body: { held_reason: held_reason ?? '' },
  })),
  ask: () => ({ body: 'It can be approved and paid again. The webmaster is told.' }),
};

const isOpen = ({ status_id: status }: AdminPayout) =>
  status === PayoutStatus.Requested || status === PayoutStatus.Approved;

/** What can be done with payouts; `open` shows a form, `again` saves the file that was made then once more. */
export const payoutActions = (
  open: (kind: PayoutFormKind, payout: AdminPayout) => void,
  again: (exportedAt: string) => void,
): ListAction<AdminPayout>[] => [
  {
    label: 'Approve',
    icon: IconCheck,
    when: ({ status_id: status }) => status === PayoutStatus.Requested,
    change: APPROVE,
  },
  {
    label: 'Mark as paid',
    icon: IconCashBanknote,
    when: ({ status_id: status }) => status === PayoutStatus.Approved,
    openOne: (payout) => open('pay', payout),
  },
  {
    label: 'Its file again',
    icon: IconDownload,
    when: ({ status_id: status, exported_at: at }) => status === PayoutStatus.Approved && Boolean(at),
    openOne: ({ exported_at: at }) => at && again(at),
  },
  {
    label: 'Hold back',
    icon: IconLock,
    when: (payout) => isOpen(payout) && !payout.held_reason,
    openOne: (payout) => open('hold', payout),
  },
  {
    label: 'Let it go on',
    icon: IconPlayerPlay,
    when: ({ held_reason: reason }) => Boolean(reason),
    change: LET_GO,
  },
  {
    label: 'Reject',
    icon: IconX,
    bad: true,
    when: isOpen,
    openOne: (payout) => open('reject', payout),
  },
  {
    label: 'Correct the transaction',
    icon: IconPencil,
    when: ({ transaction_hash: hash }) => Boolean(hash),
    openOne: (payout) => open('hash', payout),
  },
  {
    label: 'It came back',
    icon: IconArrowBackUp,
    bad: true,
    when: ({ status_id: status }) => status === PayoutStatus.Paid,
    openOne: (payout) => open('return', payout),
  },
];

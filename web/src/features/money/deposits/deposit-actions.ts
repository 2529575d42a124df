import { IconArrowBackUp, IconCheck, IconMessageQuestion } from '@tabler/icons-react';
import type { AdminDeposit } from '~/api/sdk';
import { DepositStatus } from '~/api/words';
import type { ListAction } from '../../list/spec';

/** What whoever runs the network does with a deposit, each by a form. */
export const BOOKING: readonly ListAction<AdminDeposit>[] = [
  {
    label: 'Confirm',
    icon: IconCheck,
    when: ({ gateway, status_id: status }) => gateway === 'invoice' && status !== DepositStatus.Settled,
    form: 'confirm',
  },
  {
    label: 'Ask the gateway',
    icon: IconMessageQuestion,
    when: ({ gateway }) => gateway === 'nowpayments' || gateway === 'stripe',
    form: 'ask',
  },
  {
    label: 'Refund',
    icon: IconArrowBackUp,
    bad: true,
    when: ({ received, returned }) => received > returned,
    form: 'refund',
  },
];

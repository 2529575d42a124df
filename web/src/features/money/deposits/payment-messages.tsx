import { IconCheck } from '@tabler/icons-react';
import { listPaymentMessagesOptions, setPaymentMessageSeenMutation } from '~/api/queries';
import type { ListPaymentMessagesResponse, PaymentMessage } from '~/api/sdk';
import { GATEWAY_LABELS, PAYMENT_NOTICE_LABELS } from '~/api/words';
import { byId, type Change } from '../../list/change';
import { ListPart } from '../../list/list-view';
import type { ListSpec } from '../../list/spec';

const SEEN: Change<PaymentMessage> = { done: 'marked as seen', each: byId(setPaymentMessageSeenMutation) };

/** The list of messages of gateways. */
const LIST: ListSpec<PaymentMessage> = {
  name: 'payment-messages',
  noun: ['message', 'messages'],
  rowName: ({ kind }) => PAYMENT_NOTICE_LABELS[kind],
  told: ['listPaymentMessages'],
  tabs: [
    { value: 'new', label: 'To look at', status: 0 },
    { value: 'all', label: 'All', status: 1 },
  ],
  tabsLabel: 'Messages',
  rows: ({ state: { page, count, tab } }) => {
    const is_all = Number(tab?.status);
    return {
      ...listPaymentMessagesOptions({ query: { page, count, is_all } }),
      // How many are under the other tab is not told.
      select: (answer: ListPaymentMessagesResponse) => ({
        ...answer,
        counts_by_status: { [1 - is_all]: undefined, [is_all]: answer.pagination.total },
      }),
    };
  },
  columns: [
    { id: 'kind', label: 'What', text: ({ kind }) => PAYMENT_NOTICE_LABELS[kind] },
    { id: 'text', label: 'More', text: ({ text }) => text },
    { id: 'gateway', label: 'Gateway', text: ({ gateway }) => GATEWAY_LABELS[gateway] },
    { id: 'deposit', label: 'Deposit', align: 'right', cell: ({ deposit_id: id }) => id },
    { id: 'payment', label: 'Payment', cell: ({ payment }) => payment && <span className="mono">{payment}</span> },
    { id: 'times', label: 'Times', align: 'right', cell: ({ times }) => times },
    { id: 'last', label: 'Last', ago: ({ updated_at }) => updated_at },
    { id: 'seen', label: 'Seen', ago: ({ seen_at }) => seen_at },
  ],
  actions: [
    {
      label: 'Seen',
      icon: IconCheck,
      only: 'row',
      alone: true,
      when: ({ seen_at }) => !seen_at,
      change: SEEN,
    },
  ],
  first: { title: 'No message waits', text: 'What gateways report and no rule settles by itself appears here.' },
  none: { title: 'No message yet', text: 'Messages of gateways are kept here.', all: 'Show those to look at' },
};

/** What staff should look at of payments. */
export const PaymentMessages = () => <ListPart spec={LIST} />;

import { IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import {
  approveWalletMutation,
  deleteDeniedAddressMutation,
  listDeniedAddressesOptions,
  listWaitingWalletsOptions,
} from '~/api/queries';
import type { DeniedAddress, QueuedWallet } from '~/api/sdk';
import { byId, type Change } from '../../list/change';
import { allOf } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import { personColumn } from '../user-name';

/** Lets it be paid to. */
const APPROVE: Change<QueuedWallet> = { done: 'approved', each: byId(approveWalletMutation), leaves: true };

const REMOVE: Change<DeniedAddress> = {
  done: 'taken from the list',
  each: byId(deleteDeniedAddressMutation),
  leaves: true,
  ask: () => ({ body: 'Wallets with it can be added, approved and paid to again.' }),
};

/** Wallets that wait for their approval. */
export const WAITING: ListSpec<QueuedWallet> = {
  name: 'wallets-waiting',
  noun: ['wallet', 'wallets'],
  rowName: ({ number }) => number,
  told: ['listWaitingWallets'],
  rows: allOf(listWaitingWalletsOptions, {
    words: ({ number, webmaster }) => `${number} ${webmaster.email}`,
  }),
  search: { label: 'Search wallets', placeholder: 'Address or webmaster' },
  sizes: false,
  named: { id: 'number', label: 'Wallet', aside: () => null },
  columns: [
    { id: 'type', label: 'Paid by', text: ({ payment_type }) => payment_type.name },
    personColumn('webmaster', 'Webmaster', ({ webmaster }) => webmaster),
    {
      id: 'same',
      label: 'Others with it',
      text: ({ same_number }) => same_number.map(({ email }) => email).join(', '),
    },
    { id: 'added', label: 'Added', ago: ({ created_at }) => created_at },
    { id: 'usable', label: 'Not paid to before', day: ({ usable_at }) => usable_at },
  ],
  actions: [
    { label: 'Approve', icon: IconCheck, change: APPROVE },
    { label: 'Reject', icon: IconX, bad: true, form: 'reject' },
  ],
  first: { title: 'No wallet waits', text: 'A wallet that a webmaster adds waits here until somebody approves it.' },
  none: { text: 'No waiting wallet has this address or webmaster.' },
};

/** Addresses that nobody is paid to. */
export const DENIED: ListSpec<DeniedAddress> = {
  name: 'denied-addresses',
  noun: ['address', 'addresses'],
  rowName: ({ number }) => number,
  told: ['listDeniedAddresses'],
  rows: ({ state: { page, count } }) => listDeniedAddressesOptions({ query: { page, count } }),
  named: { id: 'number', label: 'Address', aside: () => null },
  columns: [
    { id: 'note', label: 'Why', text: ({ note }) => note },
    { id: 'by', label: 'By', text: ({ created_by }) => created_by?.email },
    { id: 'at', label: 'Since', day: ({ created_at }) => created_at },
  ],
  actions: [{ label: 'Take from the list', icon: IconTrash, only: 'row', bad: true, change: REMOVE }],
  first: {
    title: 'No address is denied',
    text: 'No wallet with a denied address is added or approved, and none is paid to.',
  },
};

import { IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { listAllPaymentSystemsOptions, updatePaymentSystemMutation } from '~/api/queries';
import type { AdminPaymentSystem } from '~/api/sdk';
import { PAYMENT_PURPOSE_LABELS } from '~/api/words';
import { type Change, calling } from '../../list/change';
import { ListWithForm } from '../../list/list-with-form';
import { allOf } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { SWITCHED } from '../statuses';
import { PaymentSystemForm } from './payment-system-form';

const switched = (is_active: boolean): Change<AdminPaymentSystem> => ({
  done: is_active ? 'switched on' : 'switched off',
  each: calling(updatePaymentSystemMutation, ({ id, version }) => ({ path: { id }, body: { is_active, version } })),
  ...(is_active
    ? {}
    : {
        ask: () => ({
          body: 'Nobody can begin a payment by it any more, and no wallet of it can be added. What is under way goes on.',
        }),
      }),
});

const LIST: ListSpec<AdminPaymentSystem> = {
  name: 'payment-systems',
  noun: ['payment system', 'payment systems'],
  rowName: ({ name }) => name,
  told: ['listAllPaymentSystems'],
  rows: allOf(listAllPaymentSystemsOptions, { words: ({ name }) => name }),
  search: { label: 'Search payment systems', placeholder: 'Name' },
  sizes: false,
  named: { id: 'name', label: 'Payment system' },
  columns: [
    statusColumn(({ is_active: isActive }) => SWITCHED[isActive ? 'on' : 'off']),
    { id: 'purpose', label: 'For', text: ({ purpose }) => PAYMENT_PURPOSE_LABELS[purpose] },
    { id: 'types', label: 'Types', text: ({ types }) => types.map(({ name }) => name).join(', ') },
  ],
  actions: [
    { label: 'Change', icon: IconPencil, form: 'change' },
    { label: 'Switch on', icon: IconPlayerPlay, when: ({ is_active: isActive }) => !isActive, change: switched(true) },
    {
      label: 'Switch off',
      icon: IconPlayerStop,
      bad: true,
      when: ({ is_active: isActive }) => isActive,
      change: switched(false),
    },
  ],
  first: { title: 'There is no payment system', text: 'Payment systems come with the program.' },
  none: { text: 'No payment system has this name.' },
};

/** The ways in which money comes in and goes out. */
export const PaymentSystems = () => (
  <ListWithForm spec={LIST} isPart create={{ label: 'New payment system' }}>
    {({ row, close, showAll }) => <PaymentSystemForm system={row} onMade={showAll} onClose={close} />}
  </ListWithForm>
);

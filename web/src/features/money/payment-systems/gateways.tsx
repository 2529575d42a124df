import { IconKey, IconTrash } from '@tabler/icons-react';
import { deletePaymentGatewayMutation, listPaymentGatewaysOptions } from '~/api/queries';
import type { PaymentGateway } from '~/api/sdk';
import { GATEWAY_LABELS } from '~/api/words';
import { type Change, calling } from '../../list/change';
import { ListWithForm } from '../../list/list-with-form';
import { allOf } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { GATEWAY_STATES } from '../statuses';
import { GatewayForm } from './gateway-form';

const REMOVE: Change<PaymentGateway> = {
  done: 'without keys',
  each: calling(deletePaymentGatewayMutation, ({ name }) => ({ path: { gateway: name } })),
  ask: () => ({
    body: 'Nobody can pay by it any more, and its callbacks are refused: payments that are under way are not booked.',
  }),
};

const LIST: ListSpec<PaymentGateway> = {
  name: 'gateways',
  noun: ['gateway', 'gateways'],
  rowId: ({ name }) => name,
  rowName: ({ name }) => GATEWAY_LABELS[name],
  told: ['listPaymentGateways'],
  rows: allOf(listPaymentGatewaysOptions, { words: ({ name }) => GATEWAY_LABELS[name] }),
  sizes: false,
  named: { id: 'gateway', label: 'Gateway', aside: () => null },
  columns: [
    statusColumn(({ is_ready: isReady, needs_keys: needsKeys }) =>
      isReady ? GATEWAY_STATES.ready : needsKeys ? GATEWAY_STATES.keyless : GATEWAY_STATES.off,
    ),
    {
      id: 'address',
      label: 'Its address',
      text: ({ base_url: url, needs_keys: needs }) => url || (needs ? 'The usual one' : null),
    },
    { id: 'callback', label: 'Sends callbacks to', text: ({ callback_url: url }) => url },
    { id: 'set', label: 'Keys set', ago: ({ updated_at }) => updated_at },
  ],
  actions: [
    { label: 'Set keys', icon: IconKey, when: ({ needs_keys: needs }) => needs, form: 'keys' },
    {
      label: 'Remove keys',
      icon: IconTrash,
      only: 'row',
      bad: true,
      when: ({ needs_keys: needs, updated_at: at }) => needs && Boolean(at),
      change: REMOVE,
    },
  ],
  first: { title: 'There is no gateway', text: 'Gateways come with the program.' },
  none: { text: 'No gateway has this name.' },
};

/** Who takes money in for the network, and whether it can. */
export const Gateways = () => (
  <ListWithForm spec={LIST} isPart>
    {({ row, close }) => row && <GatewayForm gateway={row} onClose={close} />}
  </ListWithForm>
);

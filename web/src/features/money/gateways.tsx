import { IconKey, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, deletePaymentGatewayMutation, listPaymentGatewaysOptions } from '~/api/queries';
import type { ListPaymentGatewaysResponse, PaymentGateway } from '~/api/sdk';
import { GATEWAY_LABELS } from '~/api/words';
import { type Change, calling } from '../list/change';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { GatewayForm } from './gateway-form';
import { GATEWAY_STATES } from './statuses';

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
  rows: (list) => ({
    ...listPaymentGatewaysOptions(),
    select: ({ data }: ListPaymentGatewaysResponse) =>
      locally(data, list, { words: ({ name }) => GATEWAY_LABELS[name], statusOf: () => '' }),
  }),
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
  first: { title: 'There is no gateway', text: 'Gateways come with the program.' },
  none: { text: 'No gateway has this name.' },
};

/** Who takes money in for the network, and whether it can. */
export function Gateways() {
  const [edited, setEdited] = useState<PaymentGateway['name'] | null>(null);
  // As it is now: keys that were set elsewhere meanwhile are told.
  const all = useQuery({ ...listPaymentGatewaysOptions(), select: dataOf }).data;
  const gateway = all?.find(({ name }) => name === edited);
  const spec = useMemo<ListSpec<PaymentGateway>>(
    () => ({
      ...LIST,
      actions: [
        {
          label: 'Set keys',
          icon: IconKey,
          only: 'row',
          when: ({ needs_keys: needs }) => needs,
          open: ([row]) => setEdited(row?.name ?? null),
        },
        {
          label: 'Remove keys',
          icon: IconTrash,
          only: 'row',
          bad: true,
          when: ({ needs_keys: needs, updated_at: at }) => needs && Boolean(at),
          change: REMOVE,
        },
      ],
    }),
    [],
  );
  return (
    <>
      {gateway && <GatewayForm key={gateway.name} gateway={gateway} onClose={() => setEdited(null)} />}
      <ListPart spec={spec} />
    </>
  );
}

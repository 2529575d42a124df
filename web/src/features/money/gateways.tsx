import { PasswordInput, TextInput } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  dataOf,
  deletePaymentGatewayMutation,
  listPaymentGatewaysOptions,
  updatePaymentGatewayMutation,
} from '~/api/queries';
import type { ListPaymentGatewaysResponse, PaymentGateway } from '~/api/sdk';
import { GATEWAY_LABELS } from '~/api/words';
import { CodeLine } from '~/ui/code-line';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { type Change, calling } from '../list/change';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
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

/** How a gateway is reached. What is typed here is never shown again. */
function GatewayForm({ gateway, onClose }: { gateway: PaymentGateway; onClose(): void }) {
  const update = useMutation(updatePaymentGatewayMutation());
  const name = GATEWAY_LABELS[gateway.name];
  const needed = (text: string) => (text.trim() ? null : 'It is needed.');
  const form = useForm<{ key: string; secret: string; base_url: string }, PaymentGateway, PaymentGateway>({
    item: gateway,
    read: ({ base_url }) => ({ key: '', secret: '', base_url }),
    checks: { key: needed, secret: needed },
    send: async ({ key, secret, base_url }, { name: path, version }) => {
      const body = { version, key: key.trim(), secret: secret.trim(), base_url: base_url.trim() };
      return (await update.mutateAsync({ path: { gateway: path }, body })).data;
    },
    saved: () => {
      toast('Keys saved', { detail: `${name} takes payments as soon as its payment system is switched on.` });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label={`Keys of ${name}`}
      heading={`Keys of ${name}`}
      submit="Save the keys"
      onCancel={onClose}
      before={
        gateway.callback_url && (
          <>
            <p className="s13 t2">Let it send its callbacks to this address:</p>
            <CodeLine label="Address for callbacks" code={gateway.callback_url} />
          </>
        )
      }
    >
      <PasswordInput
        label="Key"
        description="What the network shows to it."
        autoComplete="off"
        autoFocus
        {...form.field('key')}
      />
      <PasswordInput
        label="Secret"
        description="What it signs its callbacks with."
        autoComplete="off"
        {...form.field('secret')}
      />
      <TextInput
        label="Its address"
        description="Empty for the usual one."
        placeholder="https://"
        inputMode="url"
        {...form.field('base_url')}
      />
      <Note>Keys are kept encrypted, and nobody reads them here again. Set them anew to change them.</Note>
    </FormPanel>
  );
}

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

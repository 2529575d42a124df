import { TextInput } from '@mantine/core';
import { IconBan, IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  approveWalletMutation,
  createDeniedAddressMutation,
  deleteDeniedAddressMutation,
  listDeniedAddressesOptions,
  listWaitingWalletsOptions,
  rejectWalletMutation,
} from '~/api/queries';
import type { DeniedAddress, ListWaitingWalletsResponse, QueuedWallet } from '~/api/sdk';
import { DENIED_ADDRESS_FORM_LIMITS, REJECT_WALLET_FORM_LIMITS } from '~/api/words';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { PageHead } from '../frame/page-head';
import { byId, type Change } from '../list/change';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { ReasonForm } from './reason-form';

const APPROVE: Change<QueuedWallet> = { done: 'approved', each: byId(approveWalletMutation), leaves: true };

const REMOVE: Change<DeniedAddress> = {
  done: 'taken from the list',
  each: byId(deleteDeniedAddressMutation),
  leaves: true,
  ask: () => ({ body: 'Wallets with it can be added, approved and paid to again.' }),
};

const WAITING: ListSpec<QueuedWallet> = {
  name: 'wallets-waiting',
  noun: ['wallet', 'wallets'],
  rowName: ({ number }) => number,
  told: ['listWaitingWallets'],
  rows: (list) => ({
    ...listWaitingWalletsOptions(),
    select: ({ data }: ListWaitingWalletsResponse) =>
      locally(data, list, {
        words: ({ number, webmaster }) => `${number} ${webmaster.email}`,
        statusOf: () => '',
      }),
  }),
  search: { label: 'Search wallets', placeholder: 'Address or webmaster' },
  sizes: false,
  named: { id: 'number', label: 'Wallet', aside: () => null },
  columns: [
    { id: 'type', label: 'Paid by', text: ({ payment_type }) => payment_type.name },
    {
      id: 'webmaster',
      label: 'Webmaster',
      text: ({ webmaster }) => webmaster.email,
      opens: ({ webmaster }) => paths.user(webmaster.id),
    },
    {
      id: 'same',
      label: 'Others with it',
      text: ({ same_number }) => same_number.map(({ email }) => email).join(', '),
    },
    { id: 'added', label: 'Added', ago: ({ created_at }) => created_at },
    { id: 'usable', label: 'Not paid to before', day: ({ usable_at }) => usable_at },
  ],
  first: { title: 'No wallet waits', text: 'A wallet that a webmaster adds waits here until somebody approves it.' },
  none: { text: 'No waiting wallet has this address or webmaster.' },
};

const DENIED: ListSpec<DeniedAddress> = {
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

function DenyForm({ onClose }: { onClose(): void }) {
  const deny = useMutation(createDeniedAddressMutation());
  const form = useForm<{ number: string; note: string }, DeniedAddress, undefined>({
    item: undefined,
    read: () => ({ number: '', note: '' }),
    checks: {
      number: (number) => (number.trim() ? null : 'An address is needed.'),
      note: (note) => (note.trim() ? null : 'A reason is needed, for the records.'),
    },
    send: async ({ number, note }) =>
      (await deny.mutateAsync({ body: { number: number.trim(), note: note.trim() } })).data,
    saved: ({ number }) => {
      toast('Address denied', { detail: number });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label="Deny an address"
      heading="Deny an address"
      submit="Deny"
      variant="bad"
      onCancel={onClose}
      before={
        <>
          <TextInput
            label="Address"
            autoComplete="off"
            maxLength={DENIED_ADDRESS_FORM_LIMITS.number.max}
            autoFocus
            {...form.field('number')}
          />
          <TextInput label="Why" maxLength={DENIED_ADDRESS_FORM_LIMITS.note.max} {...form.field('note')} />
        </>
      }
    />
  );
}

function Waiting() {
  const [rejected, setRejected] = useState<QueuedWallet | null>(null);
  const reject = useMutation(rejectWalletMutation());
  const spec = useMemo<ListSpec<QueuedWallet>>(
    () => ({
      ...WAITING,
      actions: [
        { label: 'Approve', icon: IconCheck, change: APPROVE },
        {
          label: 'Reject',
          icon: IconX,
          only: 'row',
          bad: true,
          open: ([wallet]) => setRejected(wallet ?? null),
        },
      ],
    }),
    [],
  );
  return (
    <>
      {rejected && (
        <ReasonForm
          key={rejected.id}
          row={rejected}
          label={`Reject the wallet ${rejected.number}`}
          hint="The webmaster reads it."
          max={REJECT_WALLET_FORM_LIMITS.comment.max}
          send={(comment) => reject.mutateAsync({ path: { id: rejected.id }, body: { comment } })}
          done="Wallet rejected"
          onClose={() => setRejected(null)}
        />
      )}
      <ListPart spec={spec} />
    </>
  );
}

/** Wallets that wait for their approval, and addresses that nobody is paid to. */
export function WalletsPage() {
  const navigate = useNavigate();
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const part = asked === 'denied' ? asked : 'waiting';
  const [denies, setDenies] = useState(false);
  return (
    <>
      <PageHead
        actions={
          <Button onClick={() => setDenies(true)}>
            <IconBan size={16} aria-hidden />
            Deny an address
          </Button>
        }
      />
      {denies && <DenyForm onClose={() => setDenies(false)} />}
      <Tabs
        label="Wallets"
        value={part}
        options={[
          { value: 'waiting', label: 'Waiting' },
          { value: 'denied', label: 'Deny list' },
        ]}
        onChange={(next) => void navigate({ to: '.', search: () => (next === 'waiting' ? {} : { part: next }) })}
      />
      {part === 'denied' ? <ListPart key="denied" spec={DENIED} /> : <Waiting key="waiting" />}
    </>
  );
}

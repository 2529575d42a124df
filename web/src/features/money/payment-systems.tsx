import { IconPencil, IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, listAllPaymentSystemsOptions, updatePaymentSystemMutation } from '~/api/queries';
import type { AdminPaymentSystem, ListAllPaymentSystemsResponse } from '~/api/sdk';
import { PAYMENT_PURPOSE_LABELS } from '~/api/words';
import { Button } from '~/ui/button';
import { type Change, calling } from '../list/change';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { useShowAll } from '../list/use-show-all';
import { PaymentSystemForm } from './payment-system-form';
import { SWITCHED } from './statuses';

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
  rows: (list) => ({
    ...listAllPaymentSystemsOptions(),
    select: ({ data }: ListAllPaymentSystemsResponse) =>
      locally(data, list, { words: ({ name }) => name, statusOf: () => '' }),
  }),
  search: { label: 'Search payment systems', placeholder: 'Name' },
  sizes: false,
  named: { id: 'name', label: 'Payment system' },
  columns: [
    statusColumn(({ is_active: isActive }) => SWITCHED[isActive ? 'on' : 'off']),
    { id: 'purpose', label: 'For', text: ({ purpose }) => PAYMENT_PURPOSE_LABELS[purpose] },
    { id: 'types', label: 'Types', text: ({ types }) => types.map(({ name }) => name).join(', ') },
  ],
  actions: [
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
export function PaymentSystems() {
  const showAll = useShowAll(LIST);
  /** The payment system that is changed; `new` for one that is made. */
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const system = useQuery({ ...listAllPaymentSystemsOptions(), select: dataOf }).data?.find(({ id }) => id === edited);
  const spec = useMemo<ListSpec<AdminPaymentSystem>>(
    () => ({
      ...LIST,
      actions: [
        { label: 'Change', icon: IconPencil, only: 'row', open: ([row]) => setEdited(row?.id ?? null) },
        ...(LIST.actions ?? []),
      ],
    }),
    [],
  );
  return (
    <>
      <div className="row wrap">
        <Button onClick={() => setEdited('new')}>
          <IconPlus size={16} aria-hidden />
          New payment system
        </Button>
      </div>
      {(system || edited === 'new') && (
        <PaymentSystemForm key={edited} system={system} onMade={showAll} onClose={() => setEdited(null)} />
      )}
      <ListPart spec={spec} />
    </>
  );
}

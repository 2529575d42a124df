import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, listAllPaymentSystemsOptions } from '~/api/queries';
import type { AdminPaymentType, ListAllPaymentSystemsResponse } from '~/api/sdk';
import { formatNumber } from '~/lib/format';
import { Button } from '~/ui/button';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { useShowAll } from '../list/use-show-all';
import { Amount } from './amounts';
import { PaymentTypeForm } from './payment-type-form';
import { SWITCHED } from './statuses';

type Row = AdminPaymentType & { system: string };

/** The list of payment types. */
export const PAYMENT_TYPES: ListSpec<Row> = {
  name: 'payment-types',
  noun: ['payment type', 'payment types'],
  rowName: ({ name }) => name,
  told: ['listAllPaymentSystems'],
  rows: (list) => ({
    ...listAllPaymentSystemsOptions(),
    select: ({ data }: ListAllPaymentSystemsResponse) =>
      locally(
        data.flatMap(({ name, types }) => types.map((type): Row => ({ ...type, system: name }))),
        list,
        { words: ({ name, system, code }) => `${name} ${system} ${code}`, statusOf: () => '' },
      ),
  }),
  search: { label: 'Search payment types', placeholder: 'Name or code' },
  sizes: false,
  named: { id: 'name', label: 'Payment type' },
  columns: [
    statusColumn(({ is_active: isActive }) => SWITCHED[isActive ? 'on' : 'off']),
    { id: 'system', label: 'Payment system', text: ({ system }) => system },
    {
      id: 'minimum',
      label: 'Least payout',
      inUnit: true,
      align: 'right',
      csv: ({ minimum_payout: least }) => least,
      cell: ({ minimum_payout: least }) =>
        least === null || least === undefined ? <span className="t2">As for all</span> : <Amount dollars={least} />,
    },
    { id: 'fixed', label: 'Fee of a payout', money: ({ fee_fixed: fee }) => fee },
    {
      id: 'part',
      label: 'And of its amount, %',
      align: 'right',
      cell: ({ fee_basis_points: points }) => formatNumber(points / 100, 2),
      csv: ({ fee_basis_points: points }) => points / 100,
    },
    { id: 'time', label: 'Takes', text: ({ usual_time }) => usual_time },
  ],
  first: { title: 'There is no payment type', text: 'Payment types come with the program.' },
  none: { text: 'No payment type has this name.' },
};

/** What payouts cost by each type of payment. */
export function PaymentTypes() {
  const showAll = useShowAll(PAYMENT_TYPES);
  /** The payment type that is changed; `new` for one that is made. */
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  // As it is now: a copy of the row would stay what it was when it is changed elsewhere.
  const systems = useQuery({ ...listAllPaymentSystemsOptions(), select: dataOf }).data;
  const type = systems?.flatMap(({ types }) => types).find(({ id }) => id === edited);
  const spec = useMemo<ListSpec<Row>>(
    () => ({
      ...PAYMENT_TYPES,
      actions: [
        { label: 'Change', icon: IconPencil, only: 'row', alone: true, open: ([row]) => setEdited(row?.id ?? null) },
      ],
    }),
    [],
  );
  return (
    <>
      <div className="row wrap">
        <Button onClick={() => setEdited('new')}>
          <IconPlus size={16} aria-hidden />
          New payment type
        </Button>
      </div>
      {(type || edited === 'new') && (
        <PaymentTypeForm key={edited} type={type} onMade={showAll} onClose={() => setEdited(null)} />
      )}
      <ListPart spec={spec} />
    </>
  );
}

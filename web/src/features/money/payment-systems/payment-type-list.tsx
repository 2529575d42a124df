import { IconPencil } from '@tabler/icons-react';
import { listAllPaymentSystemsOptions } from '~/api/queries';
import type { AdminPaymentType, ListAllPaymentSystemsResponse } from '~/api/sdk';
import { formatNumber } from '~/lib/format';
import { ListWithForm } from '../../list/list-with-form';
import { locally } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { Amount } from '../amounts';
import { SWITCHED } from '../statuses';
import { PaymentTypeForm } from './payment-type-form';

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
        { words: ({ name, system, code }) => `${name} ${system} ${code}` },
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
  actions: [{ label: 'Change', icon: IconPencil, alone: true, form: 'change' }],
  first: { title: 'There is no payment type', text: 'Payment types come with the program.' },
  none: { text: 'No payment type has this name.' },
};

/** What payouts cost by each type of payment. */
export const PaymentTypes = () => (
  <ListWithForm spec={PAYMENT_TYPES} isPart create={{ label: 'New payment type' }}>
    {({ row, close, showAll }) => <PaymentTypeForm type={row} onMade={showAll} onClose={close} />}
  </ListWithForm>
);

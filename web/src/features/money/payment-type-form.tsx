import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createPaymentTypeMutation, dataOf, listAllCurrenciesOptions, updatePaymentTypeMutation } from '~/api/queries';
import type { AdminPaymentType } from '~/api/sdk';
import {
  ADDRESS_KIND_LABELS,
  type AddressKindName,
  NEW_PAYMENT_TYPE_FORM_LIMITS,
  PAYMENT_TYPE_FORM_LIMITS,
} from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, boundsProblem } from '~/lib/amount';
import { unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { choicesOf } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { type FormOf, useForm } from '../form/use-form';
import { readDecimal } from './decimal';
import { usePaymentSystems } from './payment-types';

/** Decimals of amounts, in dollars. */
const DECIMALS = 2;
/** The highest part of a payout that is a fee, in per cent. */
const PART_MAX = PAYMENT_TYPE_FORM_LIMITS.fee_basis_points.max / 100;

type Values = {
  system: string;
  currency: string;
  code: string;
  kind: string;
  name: string;
  isActive: boolean;
  minimum: Amount;
  fixed: Amount;
  part: string;
  time: string;
  explorer: string;
  note: string;
};

const KINDS = Object.entries(ADDRESS_KIND_LABELS).map(([value, label]) => ({ value, label }));

/**
 * A new payment type, or what one is called, what a payout of it costs and is at least, how long payments take, and what top-ups
 * cost. Payouts that were asked for keep their fee; what wallets are named by, and the currency, never change.
 */
export function PaymentTypeForm({ type, onClose }: { type?: AdminPaymentType | undefined; onClose(): void }) {
  const unit = useUnit();
  const create = useMutation(createPaymentTypeMutation());
  const update = useMutation(updatePaymentTypeMutation());
  const isNew = type === undefined;
  const form = useForm<Values, AdminPaymentType, AdminPaymentType | undefined>({
    item: type,
    read: (of) => ({
      system: '',
      currency: '1',
      code: of?.code ?? '',
      kind: of?.address_kind ?? 'text',
      name: of?.name ?? '',
      isActive: of?.is_active ?? true,
      minimum: of?.minimum_payout ?? '',
      fixed: of?.fee_fixed ?? '',
      part: String((of?.fee_basis_points ?? 0) / 100),
      time: of?.usual_time ?? '',
      explorer: of?.explorer_url ?? '',
      note: of?.fee_note ?? '',
    }),
    renamed: {
      currency_id: 'currency',
      address_kind: 'kind',
      is_active: 'isActive',
      minimum_payout: 'minimum',
      fee_fixed: 'fixed',
      fee_basis_points: 'part',
      usual_time: 'time',
      explorer_url: 'explorer',
      fee_note: 'note',
    },
    checks: {
      system: (system) => (isNew && !system ? 'A payment system is needed.' : null),
      code: (code) => (!isNew || /^[A-Z0-9]+$/.test(code.trim()) ? null : 'Capital letters and digits.'),
      name: (name) => (name.trim() ? null : 'A name is needed.'),
      explorer: (url) =>
        url.trim() === '' || url.includes('{hash}') ? null : 'It has {hash} in it, where the transaction stands.',
      minimum: (least) => boundsProblem(least, unit, DECIMALS, PAYMENT_TYPE_FORM_LIMITS.minimum_payout),
      fixed: (fee) => boundsProblem(fee, unit, DECIMALS, PAYMENT_TYPE_FORM_LIMITS.fee_fixed),
      part: (part) => {
        const read = readDecimal(part, 2);
        return read !== null && read >= 0 && read <= PART_MAX ? null : `From 0 to ${PART_MAX} per cent, 2 decimals.`;
      },
    },
    send: async (values, held) => {
      const { system, currency, code, kind, name, isActive, minimum, fixed, part, time, explorer, note } = values;
      const common = {
        name: name.trim(),
        is_active: isActive,
        minimum_payout: minimum === '' ? null : Number(minimum),
        fee_fixed: Number(fixed || 0),
        fee_basis_points: Math.round((readDecimal(part, 2) ?? 0) * 100),
        usual_time: time,
        explorer_url: explorer.trim(),
      };
      const sent = held
        ? update.mutateAsync({ path: { id: held.id }, body: { ...common, fee_note: note, version: held.version } })
        : create.mutateAsync({
            path: { id: Number(system) },
            body: {
              ...common,
              currency_id: Number(currency),
              code: code.trim(),
              address_kind: kind as AddressKindName,
            },
          });
      return (await sent).data;
    },
    saved: ({ name }) => {
      toast(isNew ? 'Payment type made' : 'Payment type saved', { detail: name });
      onClose();
    },
  });
  const symbol = unitSymbol(unit);
  const label = type?.name ?? 'New payment type';
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit={isNew ? 'Make the payment type' : 'Save'}
      onCancel={onClose}
    >
      <label className="row s13">
        <Switch plain autoFocus {...form.field('isActive', { type: 'checkbox' })} />
        Can be used
      </label>
      {isNew && <NewFields form={form} />}
      <FieldPair>
        <TextInput label="Name" maxLength={PAYMENT_TYPE_FORM_LIMITS.name.max} {...form.field('name')} />
        <TextInput
          label="Page about a transaction"
          description="{hash} stands for the transaction. Empty for none."
          placeholder="https://explorer.example/tx/{hash}"
          maxLength={PAYMENT_TYPE_FORM_LIMITS.explorer_url.max}
          {...form.field('explorer')}
        />
      </FieldPair>
      <FieldPair>
        <AmountField
          label={`Least payout, ${symbol}`}
          placeholder="As for all"
          description="Empty for the one of the settings."
          unit={unit}
          decimals={DECIMALS}
          {...form.field('minimum')}
        />
        <AmountField label={`Fee of a payout, ${symbol}`} unit={unit} decimals={DECIMALS} {...form.field('fixed')} />
        <TextInput label="And of its amount, %" inputMode="decimal" {...form.field('part')} />
      </FieldPair>
      <FieldPair>
        <TextInput
          label="How long it takes"
          placeholder="Within an hour"
          maxLength={PAYMENT_TYPE_FORM_LIMITS.usual_time.max}
          {...form.field('time')}
        />
        {!isNew && (
          <TextInput
            label="What a top-up costs"
            description="Beside the amount, which is credited whole. Empty for nothing."
            placeholder="No fee"
            maxLength={PAYMENT_TYPE_FORM_LIMITS.fee_note.max}
            {...form.field('note')}
          />
        )}
      </FieldPair>
      <p className="s12 t3">Payouts that were asked for keep the fee that they were asked for at.</p>
    </FormPanel>
  );
}

/** What only a new payment type is asked for. */
function NewFields({ form }: { form: FormOf<Values> }) {
  const systems = usePaymentSystems()?.filter(({ purpose }) => purpose !== 'top_up');
  const currencies = useQuery({ ...listAllCurrenciesOptions(), select: dataOf }).data;
  return (
    <>
      <FieldPair>
        <Select label="Payment system" data={choicesOf(systems)} allowDeselect={false} {...form.field('system')} />
        <Select
          label="Paid in"
          data={choicesOf(currencies?.map(({ id, code }) => ({ id, name: code })))}
          allowDeselect={false}
          {...form.field('currency')}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          label="Code"
          description="What files for gateways call it: capital letters and digits."
          autoComplete="off"
          maxLength={NEW_PAYMENT_TYPE_FORM_LIMITS.code.max}
          {...form.field('code')}
        />
        <Select
          label="Wallets are named by"
          description="Coins that need a memo beside the address, such as XRP and TON, are accounts, paid by hand."
          data={KINDS}
          allowDeselect={false}
          {...form.field('kind')}
        />
      </FieldPair>
    </>
  );
}

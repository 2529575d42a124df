import { TextInput } from '@mantine/core';
import { createPaymentTypeMutation, updatePaymentTypeMutation } from '~/api/queries';
import type { AdminPaymentType } from '~/api/sdk';
import { type AddressKindName, PAYMENT_TYPE_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { NewPaymentTypeFields } from './new-payment-type-fields';
import {
  DECIMALS,
  type PaymentTypeValues,
  paymentTypeBody,
  paymentTypeChecks,
  paymentTypeValues,
  RENAMED,
} from './payment-type-values';

type Props = { type?: AdminPaymentType | undefined; onMade(): void; onClose(): void };

/**
 * A new payment type, or what one is called, what a payout of it costs and is at least, how long payments take, and what top-ups
 * cost. Payouts that were asked for keep their fee; what wallets are named by, and the currency, never change.
 */
export function PaymentTypeForm({ type, onMade, onClose }: Props) {
  const unit = useUnit();
  const create = useSend(createPaymentTypeMutation());
  const update = useSend(updatePaymentTypeMutation());
  const isNew = type === undefined;
  const form = useForm<PaymentTypeValues, AdminPaymentType, AdminPaymentType | undefined>({
    item: type,
    read: paymentTypeValues,
    renamed: RENAMED,
    checks: paymentTypeChecks(unit, isNew),
    send: async (values, held) => {
      const { system, currency, code, kind, note } = values;
      const common = paymentTypeBody(values);
      return held
        ? update({ path: { id: held.id }, body: { ...common, fee_note: note, version: held.version } })
        : create({
            path: { id: Number(system) },
            body: {
              ...common,
              currency_id: Number(currency),
              code: code.trim(),
              address_kind: kind as AddressKindName,
            },
          });
    },
    saved: ({ name }) => {
      toast(isNew ? 'Payment type made' : 'Payment type saved', { detail: name });
      if (isNew) onMade();
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
      {isNew && <NewPaymentTypeFields form={form} />}
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

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { updatePaymentTypeMutation } from '~/api/queries';
import type { AdminPaymentType } from '~/api/sdk';
import { PAYMENT_TYPE_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, boundsProblem } from '~/lib/amount';
import { unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { readDecimal } from './decimal';

/** Decimals of amounts, in dollars. */
const DECIMALS = 2;
/** The highest part of a payout that is a fee, in per cent. */
const PART_MAX = PAYMENT_TYPE_FORM_LIMITS.fee_basis_points.max / 100;

type Values = { isActive: boolean; minimum: Amount; fixed: Amount; part: string; time: string; note: string };

/** What a payout of a type costs, and is at least; how long payments take, and what top-ups cost. Payouts that were asked for keep their fee. */
export function PaymentTypeForm({ type, onClose }: { type: AdminPaymentType; onClose(): void }) {
  const unit = useUnit();
  const update = useMutation(updatePaymentTypeMutation());
  const form = useForm<Values, AdminPaymentType, AdminPaymentType>({
    item: type,
    read: (of) => ({
      isActive: of.is_active,
      minimum: of.minimum_payout ?? '',
      fixed: of.fee_fixed,
      part: String(of.fee_basis_points / 100),
      time: of.usual_time,
      note: of.fee_note,
    }),
    renamed: {
      is_active: 'isActive',
      minimum_payout: 'minimum',
      fee_fixed: 'fixed',
      fee_basis_points: 'part',
      usual_time: 'time',
      fee_note: 'note',
    },
    checks: {
      minimum: (least) => boundsProblem(least, unit, DECIMALS, PAYMENT_TYPE_FORM_LIMITS.minimum_payout),
      fixed: (fee) => boundsProblem(fee, unit, DECIMALS, PAYMENT_TYPE_FORM_LIMITS.fee_fixed),
      part: (part) => {
        const read = readDecimal(part, 2);
        return read !== null && read >= 0 && read <= PART_MAX ? null : `From 0 to ${PART_MAX} per cent, 2 decimals.`;
      },
    },
    send: async ({ isActive, minimum, fixed, part, time, note }, { id, version }) => {
      const body = {
        version,
        is_active: isActive,
        minimum_payout: minimum === '' ? null : Number(minimum),
        fee_fixed: Number(fixed || 0),
        fee_basis_points: Math.round((readDecimal(part, 2) ?? 0) * 100),
        usual_time: time,
        fee_note: note,
      };
      return (await update.mutateAsync({ path: { id }, body })).data;
    },
    saved: ({ name }) => {
      toast('Payment type saved', { detail: name });
      onClose();
    },
  });
  const symbol = unitSymbol(unit);
  return (
    <FormPanel form={form} label={type.name} heading={type.name} submit="Save" onCancel={onClose}>
      <label className="row s13">
        <Switch plain autoFocus {...form.field('isActive', { type: 'checkbox' })} />
        Can be used
      </label>
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
        <TextInput
          label="What a top-up costs"
          description="Beside the amount, which is credited whole. Empty for nothing."
          placeholder="No fee"
          maxLength={PAYMENT_TYPE_FORM_LIMITS.fee_note.max}
          {...form.field('note')}
        />
      </FieldPair>
      <p className="s12 t3">Payouts that were asked for keep the fee that they were asked for at.</p>
    </FormPanel>
  );
}

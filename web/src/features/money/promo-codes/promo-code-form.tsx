import { TextInput } from '@mantine/core';
import { createPromoCodeMutation } from '~/api/queries';
import type { PromoCode } from '~/api/sdk';
import { PROMO_CODE_FORM_LIMITS, PROMO_KIND_LABELS, PromoKind, PromoState } from '~/api/words';
import { useUnit } from '~/app/queries';
import { unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Segmented } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { useCallName } from '../../form/call-name';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { DECIMALS, newPromoCode, type PromoCodeValues, promoCodeBody, promoCodeChecks } from './promo-code-values';

/** Makes a promo code. It never changes afterwards. */
export function PromoCodeForm({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const unit = useUnit();
  const create = useSend(createPromoCodeMutation());
  const nameOf = useCallName();
  const form = useForm<PromoCodeValues, PromoCode, undefined>({
    item: undefined,
    read: newPromoCode,
    checks: promoCodeChecks(unit),
    send: async (values) => {
      const body = promoCodeBody(values);
      return create({ body, headers: { 'Idempotency-Key': nameOf(body) } });
    },
    saved: ({ code, state_id: state }) => {
      if (state === PromoState.Waiting) {
        toast('It waits for a second person', { detail: `${code}: another owner of the network agrees to it.` });
      } else toast('Promo code made', { detail: code });
      onMade();
      onClose();
    },
  });
  const isPart = form.values.kind === 'part';
  const symbol = unitSymbol(unit);
  return (
    <FormPanel
      form={form}
      label="New promo code"
      heading="New promo code"
      submit="Make the code"
      onCancel={onClose}
      before={
        <>
          <TextInput
            label="Code"
            description="People type it: capitals do not matter."
            autoComplete="off"
            maxLength={PROMO_CODE_FORM_LIMITS.code.max}
            autoFocus
            {...form.field('code')}
          />
          <Segmented<PromoCodeValues['kind']>
            label="What it gives"
            value={form.values.kind}
            onChange={(kind) => form.patch({ kind })}
            options={[
              { value: 'fixed', label: PROMO_KIND_LABELS[PromoKind.Fixed] },
              { value: 'part', label: PROMO_KIND_LABELS[PromoKind.Part] },
            ]}
          />
          <FieldPair>
            {isPart && <TextInput label="Part, %" inputMode="decimal" {...form.field('part')} />}
            <AmountField
              label={isPart ? `At most, ${symbol}` : `Bonus, ${symbol}`}
              unit={unit}
              decimals={DECIMALS}
              {...form.field('amount')}
            />
            <AmountField
              label={`For top-ups from, ${symbol}`}
              placeholder="Any"
              unit={unit}
              decimals={DECIMALS}
              {...form.field('minimum')}
            />
          </FieldPair>
          <FieldPair>
            <TextInput
              label="First day"
              description="Today if empty; UTC."
              placeholder="YYYY-MM-DD"
              inputMode="numeric"
              autoComplete="off"
              {...form.field('date_from')}
            />
            <TextInput
              label="Last day"
              description="Without end if empty."
              placeholder="YYYY-MM-DD"
              inputMode="numeric"
              autoComplete="off"
              {...form.field('date_to')}
            />
          </FieldPair>
          <FieldPair>
            <TextInput
              label="How many may use it"
              description="Each advertiser once."
              placeholder="Any number"
              inputMode="numeric"
              {...form.field('uses_max')}
            />
            <TextInput label="Note for staff" maxLength={PROMO_CODE_FORM_LIMITS.note.max} {...form.field('note')} />
          </FieldPair>
        </>
      }
    />
  );
}

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createPromoCodeMutation } from '~/api/queries';
import type { PromoCode } from '~/api/sdk';
import { PROMO_CODE_FORM_LIMITS, PROMO_KIND_LABELS, PromoKind, PromoState } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, boundsProblem } from '~/lib/amount';
import { unitSymbol } from '~/lib/format';
import { isDay } from '~/lib/period';
import { AmountField } from '~/ui/amount-field';
import { Segmented } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { useCallName } from '../form/call-name';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { readDecimal } from './decimal';

/** Decimals of amounts, in dollars. */
const DECIMALS = 2;

type Values = {
  code: string;
  kind: 'fixed' | 'part';
  amount: Amount;
  part: string;
  minimum: Amount;
  date_from: string;
  date_to: string;
  uses_max: string;
  note: string;
};

/** A number as it was typed; none where there is none. */
const numberOf = (text: string) => readDecimal(text, DECIMALS);

const isNumber = (text: string, [least, most]: readonly [number, number]) => {
  const number = numberOf(text);
  return number !== null && number >= least && number <= most;
};

// A field of the browser for days gives nothing for half a day, and a code without an end is no typing error.
const dayProblem = (day: string) => (day.trim() === '' || isDay(day.trim()) ? null : 'A day such as 2026-11-21.');

/** Makes a promo code. It never changes afterwards. */
export function PromoCodeForm({ onClose }: { onClose(): void }) {
  const unit = useUnit();
  const create = useMutation(createPromoCodeMutation());
  const nameOf = useCallName();
  const form = useForm<Values, PromoCode, undefined>({
    item: undefined,
    read: () => ({
      code: '',
      kind: 'fixed',
      amount: '',
      part: '',
      minimum: '',
      date_from: '',
      date_to: '',
      uses_max: '',
      note: '',
    }),
    checks: {
      code: (code) => (/^[\w-]{4,32}$/.test(code.trim()) ? null : '4 to 32 letters, digits, - and _.'),
      amount: (amount) =>
        amount === '' ? 'An amount is needed.' : boundsProblem(amount, unit, DECIMALS, PROMO_CODE_FORM_LIMITS.amount),
      part: (part, { kind }) => (kind === 'fixed' || isNumber(part, [0.01, 200]) ? null : 'From 0.01 to 200 per cent.'),
      minimum: (minimum) => boundsProblem(minimum, unit, DECIMALS, PROMO_CODE_FORM_LIMITS.minimum),
      date_from: dayProblem,
      date_to: (to, { date_from: from }) =>
        dayProblem(to) ??
        (to.trim() && from.trim() && to.trim() < from.trim() ? 'The end is before the beginning.' : null),
      uses_max: (most) =>
        most.trim() === '' || (isNumber(most, [1, 1_000_000]) && Number.isInteger(numberOf(most)))
          ? null
          : 'A whole number from 1, or nothing.',
    },
    send: async ({ code, kind, amount, part, minimum, date_from, date_to, uses_max, note }) => {
      const most = numberOf(uses_max);
      const body = {
        code: code.trim(),
        amount: Number(amount),
        minimum: Number(minimum || 0),
        note: note.trim(),
        ...(kind === 'part' ? { part: numberOf(part) } : {}),
        ...(date_from.trim() ? { date_from: date_from.trim() } : {}),
        ...(date_to.trim() ? { date_to: date_to.trim() } : {}),
        ...(most === null ? {} : { uses_max: most }),
      };
      return (await create.mutateAsync({ body, headers: { 'Idempotency-Key': nameOf(body) } })).data;
    },
    saved: ({ code, state_id: state }) => {
      if (state === PromoState.Waiting) {
        toast('It waits for a second person', { detail: `${code}: another owner of the network agrees to it.` });
      } else toast('Promo code made', { detail: code });
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
          <Segmented<Values['kind']>
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

import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { createCorrectionMutation } from '~/api/queries';
import type { Correction } from '~/api/sdk';
import { CORRECTION_FORM_LIMITS, CorrectionKind, CorrectionSide, CorrectionStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatMoney, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { UserField } from './user-field';

/** Decimals of a correction, in dollars. */
const DECIMALS = 6;

/** What is moved: which balance, and as what. */
const WHATS = {
  advertiser: ["Advertiser's balance", CorrectionKind.Correction, CorrectionSide.Advertiser],
  bonus: ["Advertiser's bonus", CorrectionKind.Bonus, CorrectionSide.Advertiser],
  webmaster: ["Webmaster's earnings", CorrectionKind.Correction, CorrectionSide.Webmaster],
} as const;

type What = keyof typeof WHATS;
type Direction = 'give' | 'take';
type Values = { user: string; what: What; direction: Direction; amount: Amount; reason: string };

const HINTS: Readonly<Record<What, string>> = {
  advertiser: 'Money that was booked wrongly, or is made good. It can be spent, and refunded as far as it was paid in.',
  bonus: 'A present: it is spent last, and goes back to nobody. What is left of it can be taken.',
  webmaster: 'Money that can be paid out. Taken, it may go below zero: earnings fill it, and payouts wait.',
};

/** Gives somebody money or takes it, for a reason that they read. */
export function CorrectionForm({
  user,
  onMade,
  onClose,
}: {
  user: string;
  onMade(correction: Correction): void;
  onClose(): void;
}) {
  const unit = useUnit();
  const [name] = useState(() => crypto.randomUUID());
  const create = useSend(createCorrectionMutation());
  const form = useForm<Values, Correction, undefined>({
    item: undefined,
    read: () => ({ user, what: 'advertiser', direction: 'give', amount: '', reason: '' }),
    renamed: { user_id: 'user', side_id: 'what', kind_id: 'what' },
    checks: {
      user: (of) => (of ? null : 'Say whose balance it is.'),
      amount: (amount) => amountProblem(amount, unit, DECIMALS) ?? (Number(amount) > 0 ? null : 'An amount is needed.'),
      reason: (reason) => (reason.trim() ? null : 'A reason is needed: the owner of the balance reads it.'),
    },
    send: async ({ user: of, what, direction, amount, reason }) => {
      const [, kind_id, side_id] = WHATS[what];
      const signed = direction === 'give' ? Number(amount) : -Number(amount);
      const body = { user_id: Number(of), kind_id, side_id, amount: signed, reason: reason.trim() };
      return create({ body, headers: { 'Idempotency-Key': name } });
    },
    saved: (made) => {
      const { status_id, amount, user: of } = made;
      const detail = `${formatMoney(amount, unit)}, ${of?.email ?? ''}`;
      if (status_id === CorrectionStatus.Waiting) {
        toast('It waits for a second person', { detail: `${detail}. Another owner of the network agrees to it.` });
      } else toast('Correction booked', { detail });
      onMade(made);
      onClose();
    },
  });
  const { what, direction } = form.values;
  return (
    <FormPanel
      form={form}
      label="New correction"
      heading="New correction"
      submit={direction === 'give' ? 'Give the money' : 'Take the money'}
      variant={direction === 'give' ? 'accent' : 'bad'}
      onCancel={onClose}
      before={<UserField label="Whose" autoFocus {...form.field('user')} />}
    >
      <Select
        label="What"
        description={HINTS[what]}
        allowDeselect={false}
        data={Object.entries(WHATS).map(([value, [label]]) => ({ value, label }))}
        {...form.field('what')}
      />
      <Segmented<Direction>
        label="Give or take"
        value={direction}
        onChange={(next) => form.patch({ direction: next })}
        options={[
          { value: 'give', label: 'Give' },
          { value: 'take', label: 'Take' },
        ]}
      />
      <AmountField label={`Amount, ${unitSymbol(unit)}`} unit={unit} decimals={DECIMALS} {...form.field('amount')} />
      <Textarea
        label="Reason"
        description="Its owner reads it beside the amount."
        autosize
        minRows={2}
        maxLength={CORRECTION_FORM_LIMITS.reason.max}
        {...form.field('reason')}
      />
      <Note>
        Large amounts, and the own balance always, wait until a second owner of the network agrees, where there are two.
      </Note>
    </FormPanel>
  );
}

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { refundDepositMutation } from '~/api/queries';
import type { AdminDeposit } from '~/api/sdk';
import { REFUND_DEPOSIT_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { formatMoney, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Tick } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { useCallName } from '../form/call-name';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { amountCheck, DECIMALS, type DepositFormProps, useSeen } from './deposit-amount';

/** What can go back of a deposit in dollars: all of it, to the micro-dollar, and as much as whole cents can say. */
export function refundable({ received, returned }: Pick<AdminDeposit, 'received' | 'returned'>) {
  const micros = Math.round((received - returned) * 1e6);
  return { all: micros / 1e6, cents: Math.floor(micros / 1e4) / 100 };
}

/** Books that so much of a deposit goes back. */
export function RefundForm({ deposit, now, onClose }: DepositFormProps) {
  const unit = useUnit();
  const nameOf = useCallName();
  const { seen, sends, refused } = useSeen(deposit, now);
  const refund = useMutation(refundDepositMutation());
  const { all, cents } = refundable(seen);
  const most = formatMoney(cents, unit);
  const form = useForm<{ amount: Amount; note: string; is_all: boolean }, AdminDeposit, AdminDeposit>({
    item: deposit,
    read: () => ({ amount: '', note: '', is_all: false }),
    checks: {
      amount: (amount, { is_all }) =>
        is_all
          ? null
          : (amountCheck(unit)(amount) ?? (Number(amount) > cents ? `At most ${most} of it can go back.` : null)),
      note: (note) => (note.trim() ? null : 'A reason is needed, for the records.'),
    },
    send: async ({ amount, note, is_all }, { id }) => {
      sends();
      const body = { amount: is_all ? all : Number(amount), returned: seen.returned, note: note.trim() };
      return (await refund.mutateAsync({ path: { id }, body, headers: { 'Idempotency-Key': nameOf(body) } })).data;
    },
    refused,
    saved: () => {
      toast('Refund booked', { detail: 'Send it by the gateway or the bank now.' });
      onClose();
    },
  });
  const label = `Refund deposit ${deposit.id}`;
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit="Book the refund"
      variant="bad"
      onCancel={onClose}
      before={
        <Note tone="warn">
          It leaves the balance of {deposit.advertiser.email} at once. Nothing is sent by this: send it by the gateway
          or the bank. When the gateway reports it, nothing more is taken.
        </Note>
      }
    >
      <AmountField
        label={`Goes back, ${unitSymbol(unit)}`}
        description={`At most ${most}.`}
        unit={unit}
        decimals={DECIMALS}
        autoFocus
        disabled={form.values.is_all}
        {...form.field('amount')}
      />
      {all !== cents && (
        <Tick checked={form.values.is_all} onChange={(isOn) => form.set('is_all', isOn)}>
          All of it, {formatMoney(all, unit, 6)}
        </Tick>
      )}
      <TextInput label="Why" maxLength={REFUND_DEPOSIT_FORM_LIMITS.note.max} {...form.field('note')} />
    </FormPanel>
  );
}

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
import { useCallName } from '../../form/call-name';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { amountCheck, DECIMALS, type DepositFormProps, useSeen } from './deposit-amount';

/** What can go back of a deposit in dollars: all of it, to the micro-dollar, and as much as whole cents can say. */
export function refundable({ received, returned }: Pick<AdminDeposit, 'received' | 'returned'>) {
  const micros = Math.round((received - returned) * 1e6);
  return { all: micros / 1e6, cents: Math.floor(micros / 1e4) / 100 };
}

/** Books that so much of a deposit goes back. */
export function RefundForm({ deposit, onClose }: DepositFormProps) {
  const unit = useUnit();
  const nameOf = useCallName();
  const { seen, refused } = useSeen(deposit);
  const refund = useMutation(refundDepositMutation());
  const { all, cents } = refundable(seen);
  const most = formatMoney(cents, unit);
  // Whoever gives back all of one figure does not give back all of another one that it becomes meanwhile.
  const isWhole = (whole: number) => whole > 0 && whole === all;
  const form = useForm<{ amount: Amount; note: string; whole: number }, AdminDeposit, AdminDeposit>({
    item: deposit,
    thing: null,
    read: () => ({ amount: '', note: '', whole: 0 }),
    checks: {
      amount: (amount, { whole }) =>
        isWhole(whole)
          ? null
          : (amountCheck(unit)(amount) ?? (Number(amount) > cents ? `At most ${most} of it can go back.` : null)),
      note: (note) => (note.trim() ? null : 'A reason is needed, for the records.'),
    },
    send: async ({ amount, note, whole }, { id }) => {
      const body = { amount: isWhole(whole) ? all : Number(amount), returned: seen.returned, note: note.trim() };
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
        disabled={isWhole(form.values.whole)}
        {...form.field('amount')}
      />
      {all !== cents && (
        <Tick
          checked={isWhole(form.values.whole)}
          onChange={(isOn) => {
            form.set('whole', isOn ? all : 0);
            // What was typed before is no answer to another figure.
            form.set('amount', '');
          }}
        >
          All of it, {formatMoney(all, unit, 6)}
        </Tick>
      )}
      <TextInput label="Why" maxLength={REFUND_DEPOSIT_FORM_LIMITS.note.max} {...form.field('note')} />
    </FormPanel>
  );
}

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmDepositMutation } from '~/api/queries';
import type { AdminDeposit } from '~/api/sdk';
import { CONFIRM_DEPOSIT_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { formatMoney, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Tick } from '~/ui/controls';
import { Note } from '~/ui/note';
import { SureField } from '~/ui/sure-field';
import { toast } from '~/ui/toast';
import { useCallName } from '../../form/call-name';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { amountCheck, DECIMALS, type DepositFormProps, useSeen } from './deposit-amount';

/** Confirms what came in by bank transfer. */
export function ConfirmDepositForm({ deposit, onClose }: DepositFormProps) {
  const unit = useUnit();
  const nameOf = useCallName();
  const { seen, refused } = useSeen(deposit);
  const confirm = useMutation(confirmDepositMutation());
  const { confirmed_by: first, confirmed_amount: noted } = seen;
  const missing = Math.max(0, seen.amount - seen.received);
  const overpaid = (amount: Amount) => Number((Number(amount || 0) - missing).toFixed(DECIMALS));
  const form = useForm<
    { amount: Amount; note: string; is_complete: boolean; more: number },
    AdminDeposit,
    AdminDeposit
  >({
    item: deposit,
    thing: null,
    // The second person reads the amount from the bank, not from the first one.
    read: ({ amount, received, confirmed_amount }) => ({
      amount: confirmed_amount ? '' : Math.max(0, Number((amount - received).toFixed(DECIMALS))),
      note: '',
      is_complete: false,
      more: 0,
    }),
    checks: {
      amount: amountCheck(unit),
      note: (note) => (note.trim() ? null : 'The reference of the bank is needed, for the records.'),
      // Who is sure of one figure is not of another that comes meanwhile.
      more: (more, { amount }) =>
        overpaid(amount) > 0 && more !== overpaid(amount) ? 'Correct the amount, or say that so much came in.' : null,
    },
    send: async ({ amount, note, is_complete }, { id }) => {
      const body = { amount: Number(amount), received: seen.received, note: note.trim(), is_complete };
      return (await confirm.mutateAsync({ path: { id }, body, headers: { 'Idempotency-Key': nameOf(body) } })).data;
    },
    refused,
    saved: ({ received, confirmed_by: waiting }) => {
      if (waiting && received === seen.received) {
        toast('Noted', { detail: 'A second person confirms the same amount; then it is on the balance.' });
      } else toast('Money confirmed', { detail: deposit.advertiser.email });
      onClose();
    },
  });
  const label = `Confirm ${deposit.invoice_number ?? `deposit ${deposit.id}`}`;
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit="Confirm"
      onCancel={onClose}
      before={
        <>
          <p className="s13 t2">
            {deposit.advertiser.email} was asked for {formatMoney(deposit.amount, unit)};{' '}
            {formatMoney(seen.received, unit)} came in so far.
          </p>
          <Note>
            {first && noted
              ? `${first.email} confirmed ${formatMoney(noted, unit)}. Another person says the same amount, and it is on the balance.`
              : 'Of large amounts two persons say the same, where the network has two owners: the first one notes it, the second one books it.'}
          </Note>
        </>
      }
    >
      <AmountField
        label={`Came in now, ${unitSymbol(unit)}`}
        unit={unit}
        decimals={DECIMALS}
        autoFocus
        {...form.field('amount')}
      />
      <TextInput
        label="Reference of the bank"
        maxLength={CONFIRM_DEPOSIT_FORM_LIMITS.note.max}
        {...form.field('note')}
      />
      {overpaid(form.values.amount) > 0 && (
        <SureField
          label={`${formatMoney(overpaid(form.values.amount), unit)} more than was missing came in`}
          {...form.field('more')}
          checked={form.values.more === overpaid(form.values.amount)}
          onChange={(event) => form.set('more', event.target.checked ? overpaid(form.values.amount) : 0)}
        />
      )}
      <Tick checked={form.values.is_complete} onChange={(isOn) => form.set('is_complete', isOn)}>
        No more will come, though it is less than was asked for
      </Tick>
    </FormPanel>
  );
}

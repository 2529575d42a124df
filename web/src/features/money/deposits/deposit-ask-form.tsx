import { TextInput } from '@mantine/core';
import { askDepositMutation } from '~/api/queries';
import type { AdminDeposit } from '~/api/sdk';
import { ASK_DEPOSIT_FORM_LIMITS, DEPOSIT_STATUS_LABELS, GATEWAY_LABELS } from '~/api/words';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';

/** Asks a gateway about a payment of which it never told, by the number that its back office shows. */
export function AskDepositForm({ deposit, onClose }: { deposit: AdminDeposit; onClose(): void }) {
  const ask = useSend(askDepositMutation());
  const gateway = GATEWAY_LABELS[deposit.gateway];
  const form = useForm<{ payment: string }, AdminDeposit, AdminDeposit>({
    item: deposit,
    read: () => ({ payment: '' }),
    checks: { payment: (payment) => (payment.trim() ? null : 'The number of the payment is needed.') },
    send: async ({ payment }, { id }) => ask({ path: { id }, body: { payment: payment.trim() } }),
    saved: ({ id, status_id: status }) => {
      toast(`${gateway} answered`, { detail: `Deposit ${id}: ${DEPOSIT_STATUS_LABELS[status].toLowerCase()}` });
      onClose();
    },
  });
  const label = `Ask ${gateway} about deposit ${deposit.id}`;
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit="Ask"
      onCancel={onClose}
      before={
        <p className="s13 t2">
          For a payment of which no message came. What the gateway says of it is booked, once. A payment of another
          deposit is refused.
        </p>
      }
    >
      <TextInput
        label={`Number of the payment at ${gateway}`}
        maxLength={ASK_DEPOSIT_FORM_LIMITS.payment.max}
        autoFocus
        {...form.field('payment')}
      />
    </FormPanel>
  );
}

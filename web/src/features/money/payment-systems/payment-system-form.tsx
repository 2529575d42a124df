import { Select, TextInput } from '@mantine/core';
import { createPaymentSystemMutation, updatePaymentSystemMutation } from '~/api/queries';
import type { AdminPaymentSystem } from '~/api/sdk';
import { PAYMENT_PURPOSE_LABELS, PAYMENT_SYSTEM_FORM_LIMITS, type PaymentPurposeName } from '~/api/words';
import { choicesOf } from '~/ui/choices';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';

const PURPOSES = choicesOf(PAYMENT_PURPOSE_LABELS);

type Values = { name: string; purpose: string };

/** A new payment system, for payouts, or another name and purpose of one. */
export function PaymentSystemForm({
  system,
  onMade,
  onClose,
}: {
  system?: AdminPaymentSystem | undefined;
  onMade(): void;
  onClose(): void;
}) {
  const create = useSend(createPaymentSystemMutation());
  const update = useSend(updatePaymentSystemMutation());
  const form = useForm<Values, AdminPaymentSystem, AdminPaymentSystem | undefined>({
    item: system,
    read: (of) => ({ name: of?.name ?? '', purpose: of?.purpose ?? 'payout' }),
    checks: { name: (name) => (name.trim() ? null : 'A name is needed.') },
    send: async ({ name, purpose }, held) => {
      return held
        ? update({
            path: { id: held.id },
            body: {
              name: name.trim(),
              purpose: purpose as PaymentPurposeName,
              is_active: held.is_active,
              version: held.version,
            },
          })
        : create({ body: { name: name.trim() } });
    },
    saved: ({ name }) => {
      const next = 'It is off: give it a payment type, then switch it on.';
      toast(system ? 'Payment system saved' : 'Payment system made', { detail: system ? name : next });
      if (!system) onMade();
      onClose();
    },
  });
  const label = system ? `Change ${system.name}` : 'New payment system';
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit={system ? 'Save' : 'Make the payment system'}
      onCancel={onClose}
    >
      <FieldPair>
        <TextInput label="Name" maxLength={PAYMENT_SYSTEM_FORM_LIMITS.name.max} autoFocus {...form.field('name')} />
        {system && (
          <Select
            label="For"
            description="Top-ups need a gateway, which a system of your own has not."
            data={PURPOSES}
            allowDeselect={false}
            {...form.field('purpose')}
          />
        )}
      </FieldPair>
      {!system && (
        <p className="s12 t3">
          Webmasters are paid by it: by hand, or by a file. Top-ups need a gateway of the program.
        </p>
      )}
    </FormPanel>
  );
}

import { TextInput } from '@mantine/core';
import { createDeniedAddressMutation } from '~/api/queries';
import type { DeniedAddress } from '~/api/sdk';
import { DENIED_ADDRESS_FORM_LIMITS } from '~/api/words';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';

/** Puts an address on the deny list. */
export function DenyForm({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const deny = useSend(createDeniedAddressMutation());
  const form = useForm<{ number: string; note: string }, DeniedAddress, undefined>({
    item: undefined,
    // It stands above the parts of the page.
    placedBy: [],
    read: () => ({ number: '', note: '' }),
    checks: {
      number: (number) => (number.trim() ? null : 'An address is needed.'),
      note: (note) => (note.trim() ? null : 'A reason is needed, for the records.'),
    },
    send: async ({ number, note }) => deny({ body: { number: number.trim(), note: note.trim() } }),
    saved: ({ number }) => {
      toast('Address denied', { detail: number });
      onMade();
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label="Deny an address"
      heading="Deny an address"
      submit="Deny"
      variant="bad"
      onCancel={onClose}
      before={
        <>
          <TextInput
            label="Address"
            autoComplete="off"
            maxLength={DENIED_ADDRESS_FORM_LIMITS.number.max}
            autoFocus
            {...form.field('number')}
          />
          <TextInput label="Why" maxLength={DENIED_ADDRESS_FORM_LIMITS.note.max} {...form.field('note')} />
        </>
      }
    />
  );
}

import { PasswordInput, TextInput } from '@mantine/core';
import { updatePaymentGatewayMutation } from '~/api/queries';
import type { PaymentGateway } from '~/api/sdk';
import { GATEWAY_LABELS } from '~/api/words';
import { CodeLine } from '~/ui/code-line';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';

/** How a gateway is reached. What is typed here is never shown again. */
export function GatewayForm({ gateway, onClose }: { gateway: PaymentGateway; onClose(): void }) {
  const update = useSend(updatePaymentGatewayMutation());
  const name = GATEWAY_LABELS[gateway.name];
  const needed = (text: string) => (text.trim() ? null : 'It is needed.');
  const form = useForm<{ key: string; secret: string; base_url: string }, PaymentGateway, PaymentGateway>({
    item: gateway,
    read: ({ base_url }) => ({ key: '', secret: '', base_url }),
    checks: { key: needed, secret: needed },
    send: async ({ key, secret, base_url }, { name: path, version }) => {
      const body = { version, key: key.trim(), secret: secret.trim(), base_url: base_url.trim() };
      return update({ path: { gateway: path }, body });
    },
    saved: () => {
      toast('Keys saved', { detail: `${name} takes payments as soon as its payment system is switched on.` });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label={`Keys of ${name}`}
      heading={`Keys of ${name}`}
      submit="Save the keys"
      onCancel={onClose}
      before={
        gateway.callback_url && (
          <>
            <p className="s13 t2">Let it send its callbacks to this address:</p>
            <CodeLine label="Address for callbacks" code={gateway.callback_url} />
          </>
        )
      }
    >
      <PasswordInput
        label="Key"
        description="What the network shows to it."
        autoComplete="off"
        autoFocus
        {...form.field('key')}
      />
      <PasswordInput
        label="Secret"
        description="What it signs its callbacks with."
        autoComplete="off"
        {...form.field('secret')}
      />
      <TextInput
        label="Its address"
        description="Empty for the usual one."
        placeholder="https://"
        inputMode="url"
        {...form.field('base_url')}
      />
      <Note>Keys are kept encrypted, and nobody reads them here again. Set them anew to change them.</Note>
    </FormPanel>
  );
}

import { TextInput } from '@mantine/core';
import { updateAccountMutation } from '~/api/queries';
import type { User } from '~/api/sdk';
import { ACCOUNT_FORM_LIMITS } from '~/api/words';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { changedOnly } from '../form/meanwhile';
import { Form, FormActions } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import styles from './account.module.css';
import { Section } from './section';

const FIELDS = [
  { name: 'name', label: 'Name', autoComplete: 'name' },
  { name: 'telegram', label: 'Telegram', autoComplete: 'off' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel' },
  { name: 'skype', label: 'Skype', autoComplete: 'off' },
] as const;

/** The most characters of a name or a contact. */
const TEXT_MAX = ACCOUNT_FORM_LIMITS.name.max;

const read = ({ name, telegram, phone, skype }: User) => ({ name, telegram, phone, skype });

/** Name and contacts. */
export function Profile({ user }: { user: User }) {
  const update = useSend(updateAccountMutation());
  const form = useForm({
    item: user,
    read,
    words: Object.fromEntries(FIELDS.map((field) => [field.name, field.label])),
    // An account has no version: what was not touched is not sent.
    send: async (values, held) => update({ body: changedOnly(read(held), values) }),
    saved: () => toast('Profile saved'),
  });
  return (
    <Section id="profile" title="Profile" hint="How we reach you about moderation and money.">
      <Form form={form} className={styles.profile}>
        <FieldPair>
          {FIELDS.map(({ name, label, autoComplete }) => (
            <TextInput
              key={name}
              label={label}
              autoComplete={autoComplete}
              maxLength={TEXT_MAX}
              {...form.field(name)}
            />
          ))}
        </FieldPair>
        <FormActions form={form} variant="accent" />
      </Form>
    </Section>
  );
}

import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import { type User, updateAccount } from '~/api/sdk';
import { ACCOUNT_FORM_LIMITS } from '~/api/words';
import { userQuery } from '~/app/queries';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import styles from './account.module.css';
import { Section } from './section';

const FIELDS = [
  { name: 'name', label: 'Name', autoComplete: 'name' },
  { name: 'telegram', label: 'Telegram', autoComplete: 'off' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel' },
  { name: 'skype', label: 'Skype', autoComplete: 'off' },
] as const;

/** Name and contacts. */
export function Profile({ user }: { user: User }) {
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({
    initialValues: { name: user.name, telegram: user.telegram, phone: user.phone, skype: user.skype },
  });
  useUnsavedGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) => updateAccount({ body: values }),
    onMutate: () => setError(null),
    onSuccess: async (_answer, values) => {
      form.resetDirty(values);
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
      toast('Profile saved');
    },
    onError: (thrown) => {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      setError(Object.keys(fields).length === 0 ? thrown : null);
      showFirstError(element.current);
    },
  });
  return (
    <Section id="profile" title="Profile" hint="How we reach you about moderation and money.">
      <form
        ref={element}
        className={cx(styles.fields, styles.wide)}
        noValidate
        onSubmit={form.onSubmit((values) => save.mutate(values))}
      >
        <FieldPair>
          {FIELDS.map((field) => (
            <TextInput
              key={form.key(field.name)}
              label={field.label}
              autoComplete={field.autoComplete}
              maxLength={ACCOUNT_FORM_LIMITS.name.max}
              {...form.getInputProps(field.name)}
            />
          ))}
        </FieldPair>
        {error !== null && <Note tone="bad">{errorText(error)}</Note>}
        <div className={styles.actions}>
          <Button variant="accent" type="submit" busy={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          {form.isDirty() && (
            <Button variant="ghost" onClick={form.reset}>
              Discard
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

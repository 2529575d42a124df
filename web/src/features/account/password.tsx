import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import type { User } from '~/api/sdk';
import { userQuery } from '~/app/queries';
import { passwordError } from '~/lib/password';
import { Button } from '~/ui/button';
import { CheckChoices } from '~/ui/form';
import { NewPassword } from '~/ui/new-password';
import { Note } from '~/ui/note';
import { PasswordField } from '~/ui/plain-field';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import styles from './account.module.css';
import { changePassword, sessionsQuery, tokensQuery } from './api';
import { OwnerOnly, Section, useIsActing } from './section';

/** Another password. */
export function Password({ user }: { user: User }) {
  const isActing = useIsActing();
  const [open, setOpen] = useState(false);
  return (
    <Section
      id="password"
      title="Password"
      hint="A change ends all other sessions and API tokens, and drops a change of your address that waits."
      actions={
        !isActing &&
        !open && (
          <Button size="tool" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      {isActing && <OwnerOnly what="the password" />}
      {open && <ChangeForm email={user.email} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ChangeForm({ email, onClose }: { email: string; onClose(): void }) {
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<unknown>(null);
  const tokens = useQuery(tokensQuery).data?.data.length ?? 0;
  const form = useForm({
    initialValues: { password: '', new_password: '', keep_api_tokens: false },
    validateInputOnBlur: true,
    validate: {
      password: (password) => (password ? null : 'Your current password is needed.'),
      new_password: (next, values) =>
        next !== '' && next === values.password ? 'Choose a different one.' : passwordError(next),
    },
  });
  const save = useMutation({
    mutationFn: changePassword,
    onMutate: () => setError(null),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
        client.invalidateQueries({ queryKey: userQuery.queryKey }),
        client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
      ]);
      toast('Password changed', { detail: 'All other sessions were ended.' });
      onClose();
    },
    onError: (thrown) => {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      setError(Object.keys(fields).length === 0 ? thrown : null);
      showFirstError(element.current);
    },
  });
  return (
    <form
      ref={element}
      className={styles.panel}
      noValidate
      aria-label="Change the password"
      onSubmit={form.onSubmit(
        (values) => save.mutate(values),
        () => showFirstError(element.current),
      )}
    >
      <div className={styles.fields}>
        {/* Password managers learn from it whose password this is. */}
        <input type="text" className="vh" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          autoFocus
          eye="Show the current password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <NewPassword label="New password" key={form.key('new_password')} {...form.getInputProps('new_password')} />
        {tokens > 0 && (
          <CheckChoices
            label="API tokens"
            options={[{ value: 'keep', label: `Keep my ${tokens === 1 ? 'API token' : `${tokens} API tokens`}` }]}
            value={form.values.keep_api_tokens ? ['keep'] : []}
            onChange={(chosen) => form.setFieldValue('keep_api_tokens', chosen.length > 0)}
          />
        )}
        {error !== null && <Note tone="bad">{errorText(error)}</Note>}
        <div className={styles.actions}>
          <Button variant="ink" type="submit" busy={save.isPending}>
            Change the password
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

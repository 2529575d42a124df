import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { updatePasswordMutation } from '~/api/queries';
import type { User } from '~/api/sdk';
import { passwordError } from '~/lib/password';
import { Button } from '~/ui/button';
import { CheckChoices } from '~/ui/form';
import { NewPassword } from '~/ui/new-password';
import { PasswordField } from '~/ui/plain-field';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { tokensQuery } from './api';
import { OwnerOnly, Section, useIsActing } from './section';

/** Another password. */
export function Password({ user }: { user: User }) {
  const isActing = useIsActing();
  const [open, setOpen] = useState(false);
  return (
    <Section
      id="password"
      title="Password"
      hint="A change ends all other sessions and, unless you keep them, your API tokens. It drops a change of your address that waits."
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
  const tokens = useQuery(tokensQuery).data?.data.length;
  const change = useMutation(updatePasswordMutation());
  const form = useForm({
    item: undefined,
    read: () => ({ password: '', new_password: '', keep_api_tokens: false }),
    checks: {
      password: (password) => (password ? null : 'Your current password is needed.'),
      new_password: (next, values) =>
        next !== '' && next === values.password ? 'Choose a different one.' : passwordError(next),
    },
    isGuarded: false,
    send: (body) => change.mutateAsync({ body }),
    saved: (_answer, { keep_api_tokens }) => {
      // Who has none need not read of them.
      const ended = tokens !== 0 && !keep_api_tokens;
      toast('Password changed', {
        detail: ended ? 'All other sessions and API tokens were ended.' : 'All other sessions were ended.',
      });
      onClose();
    },
  });
  const { values, field } = form;
  return (
    <FormPanel form={form} label="Change the password" submit="Change the password" onCancel={onClose}>
      {/* Password managers learn from it whose password this is. */}
      <input type="text" className="vh" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        eye="Show the current password"
        {...field('password')}
      />
      <NewPassword label="New password" {...field('new_password')} />
      {tokens !== undefined && tokens > 0 && (
        <CheckChoices
          label="API tokens"
          options={[{ value: 'keep', label: `Keep my ${tokens === 1 ? 'API token' : `${tokens} API tokens`}` }]}
          value={values.keep_api_tokens ? ['keep'] : []}
          onChange={(chosen) => form.set('keep_api_tokens', chosen.length > 0)}
        />
      )}
    </FormPanel>
  );
}

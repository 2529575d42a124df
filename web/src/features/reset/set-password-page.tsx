import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText, fieldErrors } from '~/api/problem';
import { AppLink } from '~/app/app-link';
import { passwordError } from '~/lib/password';
import { paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { Note } from '~/ui/marks';
import { NewPassword } from '~/ui/new-password';
import { AuthPanel, PanelActions, PanelSkeleton } from '../auth/panel';
import { TokenProblem } from '../auth/token-problem';
import { showFirstError } from '../form/first-error';
import { resetTokenQuery, setPassword } from './api';

/** A link that no longer holds is told apart from a form that is wrong. */
const isDeadLink = (thrown: unknown) => thrown instanceof ApiError && (thrown.status === 404 || thrown.status === 410);

/** Sets a new password with the link of a mail; a link that holds no longer says why and offers a new one. */
export function SetPasswordPage({ token }: { token: string }) {
  const link = useQuery(resetTokenQuery(token));
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({
    initialValues: { password: '' },
    validateInputOnBlur: true,
    validate: { password: passwordError },
  });
  const submit = async ({ password }: typeof form.values) => {
    setBusy(true);
    setError(null);
    try {
      await setPassword(token, password);
      setDone(true);
    } catch (thrown) {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      if (!('password' in fields)) setError(thrown);
      showFirstError();
    } finally {
      setBusy(false);
    }
  };
  if (done) {
    return (
      <AuthPanel
        title="The password is set"
        mark="ok"
        lead="Every device was logged out. Log in with the new password."
      >
        <PanelActions>
          <AppLink href={paths.login()} className={buttonClass({ variant: 'accent' })}>
            Log in
          </AppLink>
        </PanelActions>
      </AuthPanel>
    );
  }
  if (link.isPending) return <PanelSkeleton title="Set a new password" />;
  const dead = isDeadLink(error) ? error : link.error;
  if (dead) {
    return (
      <TokenProblem
        error={dead}
        ended="Such a link works once, within an hour. This one was used already, or it is older."
        unknown="A newer mail may have replaced it."
        onRetry={() => void link.refetch()}
        actions={
          <AppLink href={paths.passwordReset()} className={buttonClass({ variant: 'accent' })}>
            Ask for a new link
          </AppLink>
        }
      />
    );
  }
  return (
    <AuthPanel
      title="Set a new password"
      lead="All sessions end, on this device and on others. API tokens stay."
      onSubmit={form.onSubmit((values) => void submit(values), showFirstError)}
    >
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <NewPassword label="New password" size="sm" key={form.key('password')} {...form.getInputProps('password')} />
      <Button variant="accent" size="lg" type="submit" busy={busy} full>
        Set the password
      </Button>
    </AuthPanel>
  );
}

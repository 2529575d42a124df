import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, errorText, fieldErrors } from '~/api/problem';
import { landing } from '~/app/guards';
import { queryClient, userQuery } from '~/app/queries';
import { askForTokens, session } from '~/app/session';
import { useTitle } from '~/app/title';
import { AuthLayout } from '~/layouts/auth-layout';
import { Button } from '~/ui/button';
import { Note } from '~/ui/marks';

/** Why a visitor sees the login again. */
const ENDED: Record<string, string> = {
  expired: 'The session has ended. Log in again to go on.',
  refused: 'The session was ended, here or on another device. Log in again to go on.',
  other_tab: 'You logged out in another tab.',
  other_user: 'Somebody else logged in in another tab. Reload the page to work as them, or log in here.',
};

const EMAIL = /^\S+@\S+\.\S+$/;

/** Login with password and, where asked, a second factor. */
export function LoginPage() {
  useTitle('Log in');
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [askOtp, setAskOtp] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '', otp: '' },
    validateInputOnBlur: true,
    validate: {
      email: (value) => (EMAIL.test(value.trim()) ? null : 'An address like name@company.com.'),
      password: (value) => (value ? null : 'The password is missing.'),
      otp: (value) =>
        askOtp && !/^[\w-]{6,20}$/.test(value.trim()) ? 'Six digits of the app, or a recovery code.' : null,
    },
  });
  const submit = async (values: typeof form.values) => {
    setBusy(true);
    setError(null);
    try {
      const otp = values.otp.trim();
      session.begin(
        await askForTokens({
          grant_type: 'password',
          email: values.email.trim(),
          password: values.password,
          ...(otp ? { otp } : {}),
        }),
      );
      queryClient.clear();
      const user = await queryClient.fetchQuery(userQuery);
      await navigate({ href: landing(user, search.redirect_to), replace: true });
    } catch (thrown) {
      const wantsOtp = thrown instanceof ApiError && (thrown.type.includes('otp_required') || 'otp' in thrown.errors);
      if (wantsOtp) {
        setAskOtp(true);
        if (values.otp) form.setFieldError('otp', fieldErrors(thrown).otp ?? errorText(thrown));
      } else {
        const fields = fieldErrors(thrown);
        form.setErrors(fields);
        if (Object.keys(fields).length === 0) setError(thrown);
      }
      setBusy(false);
    }
  };
  const ended = search.ended ? ENDED[search.ended] : undefined;
  return (
    <AuthLayout>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <h1>Log in</h1>
        {ended && error === null && <Note tone="info">{ended}</Note>}
        {error !== null && <Note tone="bad">{errorText(error)}</Note>}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus
          size="sm"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          size="sm"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {askOtp && (
          <TextInput
            label="Code of the second factor"
            description="Six digits from your app, or a recovery code."
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            size="sm"
            key={form.key('otp')}
            {...form.getInputProps('otp')}
          />
        )}
        <Button variant="accent" size="lg" type="submit" busy={busy} full>
          Log in
        </Button>
      </form>
    </AuthLayout>
  );
}

import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, fieldErrors } from '~/api/problem';
import { AppLink } from '~/app/app-link';
import { askForTokens, session } from '~/app/session';
import { useTitle } from '~/app/title';
import { AuthLayout } from '~/layouts/auth-layout';
import { Button } from '~/ui/button';
import { Note } from '~/ui/marks';
import { useSecondsLeft } from '~/ui/use-seconds-left';
import { checkedWhenLeft } from '../form/checked-when-left';
import { loginProblem, otpText } from './login-problem';

const EMAIL = /^\S+@\S+\.\S+$/;

/** Login: address and password, then, where the account has one, the code of the second factor. */
export function LoginPage() {
  const router = useRouter();
  const [step, setStep] = useState<'password' | 'otp'>('password');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const wait = useSecondsLeft(error instanceof ApiError ? error.retryAfter : null, error);
  const isOtp = step === 'otp';
  useTitle(isOtp ? 'Second factor' : 'Log in');
  const form = useForm({
    initialValues: { email: '', password: '', otp: '' },
    validate: {
      email: (value) => (EMAIL.test(value.trim()) ? null : 'An address like name@company.com.'),
      password: (value) => (value ? null : 'The password is missing.'),
      otp: (value) => (isOtp && !otpText(value) ? 'Six digits of the app, or a recovery code.' : null),
    },
  });
  const submit = async (values: typeof form.values) => {
    setBusy(true);
    setError(null);
    try {
      const otp = isOtp ? otpText(values.otp) : null;
      session.begin(
        await askForTokens({
          grant_type: 'password',
          email: values.email.trim(),
          password: values.password,
          ...(otp ? { otp } : {}),
        }),
      );
      // The guard knows where to: the asked page, the remembered one, the own cabinet.
      await router.invalidate();
    } catch (thrown) {
      if (!isOtp && loginProblem(thrown) === 'otp_required') setStep('otp');
      else if (isOtp && thrown instanceof ApiError && thrown.status === 422) {
        form.setFieldError('otp', fieldErrors(thrown).otp ?? thrown.message);
        form.getInputNode('otp')?.focus();
      } else {
        const fields = fieldErrors(thrown);
        form.setErrors(fields);
        if (Object.keys(fields).length === 0) setError(thrown);
      }
    }
    setBusy(false);
  };
  const back = () => {
    setStep('password');
    setError(null);
    form.setFieldValue('otp', '');
    form.clearErrors();
  };
  return (
    <AuthLayout
      aside={
        isOtp ? (
          <span>
            Lost the app and the recovery codes?{' '}
            <AppLink href="/contacts" className="link">
              Write to us
            </AppLink>
          </span>
        ) : (
          <>
            <AppLink href="/singup" className="link">
              Create an account
            </AppLink>
            <AppLink href="/account/password/reset" className="link">
              Forgot the password?
            </AppLink>
          </>
        )
      }
    >
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <h1>{isOtp ? 'One more step' : 'Log in'}</h1>
        {error !== null && <LoginNote error={error} wait={wait} />}
        {isOtp ? (
          <>
            <p className="t2">
              Your account <b className="b">{form.values.email.trim()}</b> asks for a code beside the password.
            </p>
            <TextInput
              label="Code of the second factor"
              description="Six digits from the app on your phone, or one of your recovery codes. Each works once."
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={40}
              autoFocus
              size="sm"
              key={form.key('otp')}
              {...form.getInputProps('otp')}
            />
          </>
        ) : (
          <>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              autoFocus
              size="sm"
              key={form.key('email')}
              {...checkedWhenLeft(form, 'email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              size="sm"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button variant="accent" size="lg" type="submit" busy={busy} disabled={wait > 0} full>
          {wait > 0 ? `Wait ${wait} s` : isOtp ? 'Confirm' : 'Log in'}
        </Button>
        {isOtp && (
          <Button variant="ghost" onClick={back}>
            <IconArrowLeft size={16} aria-hidden />
            Another account
          </Button>
        )}
      </form>
    </AuthLayout>
  );
}

/** Why nobody was let in, and what to do. */
function LoginNote({ error, wait }: { error: unknown; wait: number }) {
  const message = error instanceof Error ? error.message : '';
  switch (loginProblem(error)) {
    case 'offline':
      return (
        <Note tone="warn" alert>
          <b className="b">No connection.</b> The server did not answer. Nothing is lost; try again.
        </Note>
      );
    case 'busy':
      return (
        <Note tone="warn" alert>
          <b className="b">Too many attempts.</b> {/* Read out once, not every second. */}
          {wait > 0 && <span aria-hidden>The next one counts in {wait} s.</span>}
          {wait > 0 ? <span className="vh">The button says how long to wait.</span> : 'You can try again now.'}
        </Note>
      );
    case 'blocked':
      return (
        <Note tone="bad">
          <b className="b">This account is blocked.</b> {message}
        </Note>
      );
    default:
      return <Note tone="bad">{message}</Note>;
  }
}

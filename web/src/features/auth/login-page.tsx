import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, toApiError } from '~/api/problem';
import { lookAhead } from '~/app/chunks';
import { loadWidgets } from '~/app/late-widgets';
import { useHead } from '~/app/page';
import { askForTokens, session } from '~/app/session';
import { emailError } from '~/lib/email';
import { otpError, otpText } from '~/lib/otp';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { PasswordField, TextField } from '~/ui/plain-field';
import { SubmitButton } from '~/ui/submit-button';
import { useSecondsLeft } from '~/ui/use-seconds-left';
import { useFields } from '../form/use-fields';
import { loginProblem } from './login-problem';
import { AuthPanel } from './panel';

/** What the cabinets stand on comes while the password is typed: it would be waited for afterwards. */
const loadCabinet = () => void lookAhead(loadWidgets);

/** Login: address and password, then, where the account has one, the code of the second factor. */
export function LoginPage() {
  const router = useRouter();
  const head = useHead();
  const [step, setStep] = useState<'password' | 'otp'>('password');
  const isOtp = step === 'otp';
  const form = useFields(
    { email: '', password: '', otp: '' },
    {
      email: emailError,
      password: (value) => (value ? null : 'The password is missing.'),
      otp: (value) => (isOtp ? otpError(value) : null),
    },
  );
  const email = form.values.email.trim();
  const { error, busy } = form;
  const wait = useSecondsLeft(error instanceof ApiError ? error.retryAfter : null, error);
  const submit = form.onSubmit(
    async () => {
      const { password, otp: typed } = form.values;
      const otp = isOtp ? otpText(typed) : null;
      session.begin(await askForTokens({ grant_type: 'password', email, password, ...(otp ? { otp } : {}) }));
      // The guard knows where to: the asked page, the remembered one, the own cabinet.
      await router.invalidate();
    },
    (thrown) => {
      if (isOtp) return toApiError(thrown).status === 422 ? 'otp' : undefined;
      if (loginProblem(thrown) !== 'otp_required') return undefined;
      setStep('otp');
      return true;
    },
  );
  const back = () => {
    setStep('password');
    form.set('otp', '');
    form.clear();
  };
  if (isOtp) {
    return (
      <AuthPanel
        key="otp"
        title="One more step"
        head={{ ...head, title: 'Second factor' }}
        lead={
          <>
            Your account <b>{email}</b> asks for a code beside the password.
          </>
        }
        onSubmit={submit}
        foot={
          <span>
            Lost the app and the recovery codes?{' '}
            <Link to="/contacts" className="link">
              Write to us
            </Link>
          </span>
        }
      >
        {error !== null && <LoginNote error={error} wait={wait} />}
        <TextField
          label="Code of the second factor"
          description="Six digits from the app on your phone, or one of your recovery codes. Each works once."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={40}
          autoFocus
          {...form.field('otp')}
        />
        <SubmitButton busy={busy} disabled={wait > 0} full>
          {wait > 0 ? `Wait ${wait} s` : 'Confirm'}
        </SubmitButton>
        <Button variant="ghost" onClick={back}>
          <IconArrowLeft size={16} aria-hidden />
          Another account
        </Button>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      title="Log in"
      head={head}
      onSubmit={submit}
      foot={
        <>
          <Link to="/singup" className="link">
            Create an account
          </Link>
          <Link to="/account/password/reset" className="link">
            Forgot the password?
          </Link>
        </>
      }
    >
      {error !== null && <LoginNote error={error} wait={wait} />}
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        onInput={loadCabinet}
        {...form.field('password')}
      />
      <SubmitButton busy={busy} disabled={wait > 0} full>
        {wait > 0 ? `Wait ${wait} s` : 'Log in'}
      </SubmitButton>
    </AuthPanel>
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
          {wait > 0 ? <span className="vh">The button says how long to wait.</span> : 'You can try again now.'} They
          need not have been yours: a{' '}
          <Link className="link" to="/account/password/reset">
            new password
          </Link>
          , set by mail in this browser, lets you in at once.
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

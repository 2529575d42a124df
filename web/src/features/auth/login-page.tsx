import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, toApiError } from '~/api/problem';
import { lookAhead } from '~/app/chunks';
import { loadWidgets } from '~/app/late-widgets';
import { useHead } from '~/app/page';
import { askForTokens, session } from '~/app/session';
import { emailError } from '~/lib/email';
import { OTP_TYPED_MAX, otpError, otpText } from '~/lib/otp';
import { Button } from '~/ui/button';
import { PasswordField, TextField } from '~/ui/plain-field';
import { useSecondsLeft } from '~/ui/use-seconds-left';
import { useFields } from '../form/use-fields';
import { LoginNote, loginProblem } from './login-problem';
import { AuthForm } from './panel';

/** What the cabinets stand on comes while the password is typed: it would be waited for afterwards. */
const loadCabinet = () => void lookAhead(loadWidgets);

/** Login: address and password, then, where the account has one, the code of the second factor. */
export function LoginPage() {
  const router = useRouter();
  const head = useHead();
  const [isOtp, setOtp] = useState(false);
  const form = useFields({
    fields: { email: '', password: '', otp: '' },
    checks: {
      email: emailError,
      password: (value) => (value ? null : 'The password is missing.'),
      otp: (value) => (isOtp ? otpError(value) : null),
    },
    send: async ({ email, password, otp: typed }) => {
      const otp = isOtp ? otpText(typed) : null;
      session.begin(await askForTokens({ grant_type: 'password', email, password, ...(otp ? { otp } : {}) }));
      // The guard knows where to: the asked page, the remembered one, the own cabinet.
      await router.invalidate();
    },
    caught: (thrown) => {
      if (isOtp) return toApiError(thrown).status === 422 ? 'otp' : undefined;
      if (loginProblem(thrown) !== 'otp_required') return undefined;
      setOtp(true);
      return true;
    },
  });
  const { error } = form;
  const wait = useSecondsLeft(error instanceof ApiError ? error.retryAfter : null, error);
  const asked = { form, wait, problem: <LoginNote error={error} wait={wait} /> };
  const back = () => {
    setOtp(false);
    form.clear('otp');
  };
  if (isOtp) {
    return (
      <AuthForm
        key="otp"
        {...asked}
        title="One more step"
        head={{ ...head, title: 'Second factor' }}
        lead={
          <>
            Your account <b>{form.values.email.trim()}</b> asks for a code beside the password.
          </>
        }
        submit="Confirm"
        after={
          <Button variant="ghost" onClick={back}>
            <IconArrowLeft size={16} aria-hidden />
            Another account
          </Button>
        }
        foot={
          <span>
            Lost the app and the recovery codes?{' '}
            <Link to="/contacts" className="link">
              Write to us
            </Link>
          </span>
        }
      >
        <TextField
          label="Code of the second factor"
          description="Six digits from the app on your phone, or one of your recovery codes. Each works once."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={OTP_TYPED_MAX}
          autoFocus
          {...form.field('otp')}
        />
      </AuthForm>
    );
  }
  return (
    <AuthForm
      {...asked}
      title="Log in"
      head={head}
      submit="Log in"
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
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        onInput={loadCabinet}
        {...form.field('password')}
      />
    </AuthForm>
  );
}

import { Link } from '@tanstack/react-router';
import { useHead } from '~/app/page';
import { emailError } from '~/lib/email';
import { TextField } from '~/ui/plain-field';
import { AuthForm, MailSent, markMailSent } from '../auth/panel';
import { useFields } from '../form/use-fields';
import { askForReset } from './api';

/** Asks for a link to set a new password; says the same whether or not the address has an account. */
export function ResetPage() {
  const head = useHead();
  const form = useFields({
    fields: { email: '' },
    checks: { email: emailError },
    send: async ({ email }) => {
      await askForReset(email);
      markMailSent('reset', email);
    },
  });
  const { sent } = form;
  const back = (
    <Link to="/account/login" className="link">
      Back to login
    </Link>
  );
  if (sent) {
    return (
      <MailSent
        kind="reset"
        to={sent.email}
        lead={
          <>
            If <b>{sent.email}</b> has an account, a mail with a link is on its way. The link works once, within an
            hour.
          </>
        }
        foot={back}
        send={askForReset}
        onOther={form.again}
      />
    );
  }
  return (
    <AuthForm
      form={form}
      title="Reset your password"
      head={head}
      lead="Enter the address of your account. We send you a link to set a new password."
      submit="Send the link"
      foot={back}
    >
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field('email')} />
    </AuthForm>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import { useHead } from '~/app/page';
import { emailError } from '~/lib/email';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { TextField } from '~/ui/plain-field';
import { markSent, Resend } from '~/ui/resend';
import { SubmitButton } from '~/ui/submit-button';
import { AuthPanel, PanelActions } from '../auth/panel';
import { useFields } from '../form/use-fields';
import { askForReset } from './api';

const resendName = (email: string) => `reset.${email.toLowerCase()}`;

/** Asks for a link to set a new password; says the same whether or not the address has an account. */
export function ResetPage() {
  const head = useHead();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useFields({ email: '' }, { email: emailError });
  const submit = form.onSubmit(async () => {
    const email = form.values.email.trim();
    await askForReset(email);
    markSent(resendName(email));
    setSentTo(email);
  });
  const back = (
    <Link to="/account/login" className="link">
      Back to login
    </Link>
  );
  if (sentTo !== null) {
    return (
      <AuthPanel
        title="Check your mail"
        mark="idle"
        lead={
          <>
            If <b>{sentTo}</b> has an account, a mail with a link is on its way. The link works once, within an hour.
          </>
        }
        foot={back}
      >
        <PanelActions>
          <Resend name={resendName(sentTo)} run={() => askForReset(sentTo)} />
          <Button variant="ghost" onClick={() => setSentTo(null)}>
            Use another address
          </Button>
        </PanelActions>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      title="Reset your password"
      head={head}
      lead="Enter the address of your account. We send you a link to set a new password."
      onSubmit={submit}
      foot={back}
    >
      {form.error !== null && <Note tone="bad">{errorText(form.error)}</Note>}
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <SubmitButton busy={form.busy} full>
        Send the link
      </SubmitButton>
    </AuthPanel>
  );
}

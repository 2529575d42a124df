import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import { AppLink } from '~/app/app-link';
import { emailError } from '~/lib/email';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { Note } from '~/ui/marks';
import { markSent, Resend } from '~/ui/resend';
import { AuthPanel, PanelActions } from '../auth/panel';
import { checkedWhenLeft } from '../form/checked-when-left';
import { showFirstError } from '../form/first-error';
import { askForReset } from './api';

const resendName = (email: string) => `reset.${email.toLowerCase()}`;

/** Asks for a link to set a new password; says the same whether or not the address has an account. */
export function ResetPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailError } });
  const submit = async (values: typeof form.values) => {
    const email = values.email.trim();
    setBusy(true);
    setError(null);
    try {
      await askForReset(email);
      markSent(resendName(email));
      setSentTo(email);
    } catch (thrown) {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      if (!('email' in fields)) setError(thrown);
      showFirstError();
    } finally {
      setBusy(false);
    }
  };
  const back = (
    <AppLink href={paths.login()} className="link">
      Back to login
    </AppLink>
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
      lead="Enter the address of your account. We send you a link to set a new password."
      onSubmit={form.onSubmit((values) => void submit(values), showFirstError)}
      foot={back}
    >
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        size="sm"
        maxLength={254}
        key={form.key('email')}
        {...checkedWhenLeft(form, 'email')}
      />
      <Button variant="accent" size="lg" type="submit" busy={busy} full>
        Send the link
      </Button>
    </AuthPanel>
  );
}

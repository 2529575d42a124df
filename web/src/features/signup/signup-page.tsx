import { Collapse, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import type { SignUpForm } from '~/api/sdk';
import { AppLink } from '~/app/app-link';
import { emailError } from '~/lib/email';
import { passwordError } from '~/lib/password';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { FieldPair } from '~/ui/form';
import { Note } from '~/ui/marks';
import { NewPassword } from '~/ui/new-password';
import { markSent, Resend } from '~/ui/resend';
import { AuthPanel, PanelActions } from '../auth/panel';
import { checkedWhenLeft } from '../form/checked-when-left';
import { showFirstError } from '../form/first-error';
import { resendConfirmation, signUp } from './api';
import { RoleChoice, type SignUpRole } from './role-choice';
import styles from './signup.module.css';

/** The search part of the sign-up's address: the role, and where the visitor came from. */
export interface SignUpSearch {
  role?: SignUpRole | undefined;
  referral?: string | undefined;
  source?: string | undefined;
  medium?: string | undefined;
  campaign?: string | undefined;
}

const CONTACTS = [
  { name: 'telegram', label: 'Telegram', autoComplete: 'off' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel' },
  { name: 'skype', label: 'Skype', autoComplete: 'off' },
] as const;
/** Most characters of a name or a contact. */
const TEXT_MAX = 100;

/** Under this name the pause between mails to an address is kept. */
const resendName = (email: string) => `confirm.${email.toLowerCase()}`;

/** Sign-up: a side, an address, a password; then "check your mail". */
export function SignUpPage() {
  const search = useSearch({ strict: false }) as SignUpSearch;
  const navigate = useNavigate();
  const [more, setMore] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const role = search.role ?? 'advertiser';
  const form = useForm({
    initialValues: { email: '', password: '', name: '', phone: '', skype: '', telegram: '' },
    validate: { email: emailError, password: passwordError },
  });
  const submit = async (values: typeof form.values) => {
    setBusy(true);
    setError(null);
    const email = values.email.trim();
    try {
      await signUp(signUpBody({ ...values, email }, role, search));
      markSent(resendName(email));
      form.setFieldValue('password', '');
      form.resetTouched();
      setSentTo(email);
    } catch (thrown) {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      if (CONTACTS.some((field) => field.name in fields) || 'name' in fields) setMore(true);
      const isShown = Object.keys(fields).some((field) => field in values);
      if (!isShown) setError(thrown);
      showFirstError();
    } finally {
      setBusy(false);
    }
  };
  if (sentTo !== null) {
    return (
      <AuthPanel
        title="Check your mail"
        mark="idle"
        lead={
          <>
            A mail with a link went to <b>{sentTo}</b>. Open the link within 48 hours and your account is ready.
          </>
        }
        foot="Nothing there after some minutes? Look into the folder for spam, then send it again."
      >
        <PanelActions>
          <Resend name={resendName(sentTo)} run={() => resendConfirmation(sentTo)} />
          <Button variant="ghost" onClick={() => setSentTo(null)}>
            Use another address
          </Button>
        </PanelActions>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      title="Create an account"
      onSubmit={form.onSubmit((values) => void submit(values), showFirstError)}
      foot={
        <>
          You have an account?{' '}
          <AppLink href={paths.login()} className="link">
            Log in
          </AppLink>
        </>
      }
    >
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <RoleChoice
        value={role}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: (before: SignUpSearch) => ({ ...before, role: next === 'advertiser' ? undefined : next }),
            replace: true,
            resetScroll: false,
          } as never)
        }
      />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        size="sm"
        maxLength={254}
        key={form.key('email')}
        {...checkedWhenLeft(form, 'email')}
      />
      <NewPassword size="sm" key={form.key('password')} {...checkedWhenLeft(form, 'password')} />
      <div className="stack" style={{ gap: 12 }}>
        <div>
          <Button
            variant="ghost"
            size="sm"
            className={styles.more ?? ''}
            aria-expanded={more}
            aria-controls="more-contacts"
            onClick={() => setMore(!more)}
          >
            {more ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            Name and contacts, if you like
          </Button>
        </div>
        <Collapse expanded={more} id="more-contacts" transitionDuration={120}>
          <div className="stack">
            <FieldPair>
              <TextInput
                label="Name"
                autoComplete="name"
                size="sm"
                maxLength={TEXT_MAX}
                key={form.key('name')}
                {...form.getInputProps('name')}
              />
              {CONTACTS.map((field) => (
                <TextInput
                  key={form.key(field.name)}
                  label={field.label}
                  autoComplete={field.autoComplete}
                  size="sm"
                  maxLength={TEXT_MAX}
                  {...form.getInputProps(field.name)}
                />
              ))}
            </FieldPair>
          </div>
        </Collapse>
      </div>
      <Button variant="accent" size="lg" type="submit" busy={busy} full>
        Create the account
      </Button>
      <p className="s12 t2">
        By creating an account you accept the{' '}
        <a className="link" href="/account/conditions" target="_blank" rel="noreferrer">
          conditions
        </a>
        . What we store is in the{' '}
        <a className="link" href="/account/privacy" target="_blank" rel="noreferrer">
          privacy policy
        </a>
        .
      </p>
    </AuthPanel>
  );
}

/** The body of the call: texts trimmed, empty ones left out, where the visitor came from beside them. */
function signUpBody(
  values: { email: string; password: string; name: string; phone: string; skype: string; telegram: string },
  role: SignUpRole,
  { referral, source, medium, campaign }: SignUpSearch,
): SignUpForm {
  const { email, password, ...texts } = values;
  const optional = { ...texts, referral, source, medium, campaign };
  const given = Object.entries(optional).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []));
  return { email, password, role, ...Object.fromEntries(given) };
}

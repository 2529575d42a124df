import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '~/api/problem';
import { SIGN_UP_FORM_LIMITS } from '~/api/words';
import { useHydrated } from '~/app/hydrated';
import { useHead } from '~/app/page';
import { emailError } from '~/lib/email';
import { passwordError } from '~/lib/password';
import { Disclosure } from '~/ui/disclosure';
import { NewPassword } from '~/ui/new-password';
import { TextField } from '~/ui/plain-field';
import { AuthForm, MailSent, markMailSent } from '../auth/panel';
import { useTypedBefore } from '../form/typed-before';
import { useFields } from '../form/use-fields';
import { resendConfirmation, type SignUpSearch, signUp } from './api';
import { RoleChoice, type SignUpRole } from './role-choice';
import styles from './signup.module.css';

/** What nobody has to tell. */
const MORE = [
  { name: 'name', label: 'Name', autoComplete: 'name' },
  { name: 'telegram', label: 'Telegram', autoComplete: 'off' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel' },
  { name: 'skype', label: 'Skype', autoComplete: 'off' },
] as const;

/** Sign-up: a side, an address, a password; then "check your mail". */
export function SignUpPage() {
  const search = useSearch({ strict: false }) as SignUpSearch;
  const navigate = useNavigate();
  const head = useHead();
  const [more, setMore] = useState(false);
  const asked = search.role ?? 'advertiser';
  // The build draws the page for the address without a role.
  const isHydrated = useHydrated();
  const role = isHydrated ? asked : 'advertiser';
  const form = useFields({
    fields: { email: '', password: '', name: '', phone: '', skype: '', telegram: '' },
    checks: { email: emailError, password: passwordError },
    limits: SIGN_UP_FORM_LIMITS,
    once: ['password'],
    send: async (values) => {
      await signUp(values, role, search);
      markMailSent('confirm', values.email);
    },
    caught: (thrown) => {
      const wrong = fieldErrors(thrown);
      if (MORE.some(({ name }) => name in wrong)) setMore(true);
      return undefined;
    },
  });
  const { sent } = form;
  const chooseRole = (next: SignUpRole) =>
    void navigate({
      to: '.',
      search: (before: SignUpSearch) => ({ ...before, role: next === 'advertiser' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  useTypedBefore((name, value) => {
    if (name === 'role' && value === 'webmaster' && asked !== value) chooseRole(value);
  });
  if (sent) {
    return (
      <MailSent
        kind="confirm"
        to={sent.email}
        lead={
          <>
            A mail with a link went to <b>{sent.email}</b>. Open the link within 48 hours and your account is ready.
          </>
        }
        foot="Nothing there after some minutes? Look into the folder for spam, then send it again."
        send={resendConfirmation}
        onOther={form.again}
      />
    );
  }
  return (
    <AuthForm
      form={form}
      title="Create an account"
      head={head}
      submit="Create the account"
      after={
        <p className="s12 t2">
          By creating an account you accept the{' '}
          <Link className="link" to="/account/conditions" target="_blank" rel="noreferrer">
            conditions
          </Link>
          . What we store is in the{' '}
          <Link className="link" to="/account/privacy" target="_blank" rel="noreferrer">
            privacy policy
          </Link>
          .
        </p>
      }
      foot={
        <>
          You have an account?{' '}
          <Link to="/account/login" className="link">
            Log in
          </Link>
        </>
      }
    >
      <RoleChoice value={role} onChange={chooseRole} />
      <TextField label="E-mail" type="email" autoComplete="email" autoFocus={form.isAnother} {...form.field('email')} />
      <NewPassword {...form.field('password')} />
      <Disclosure label="Name and contacts, if you like" isOpen={more} onToggle={() => setMore(!more)}>
        <div className={styles.pair}>
          {MORE.map(({ name, ...words }) => (
            <TextField key={name} {...words} {...form.field(name)} />
          ))}
        </div>
      </Disclosure>
    </AuthForm>
  );
}

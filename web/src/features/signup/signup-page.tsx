import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import type { SignUpForm } from '~/api/sdk';
import { SIGN_UP_FORM_LIMITS } from '~/api/words';
import { cookieChoice } from '~/app/cookie-choice';
import { useHydrated } from '~/app/hydrated';
import { useHead } from '~/app/page';
import { emailError } from '~/lib/email';
import { passwordError } from '~/lib/password';
import { Button } from '~/ui/button';
import { NewPassword } from '~/ui/new-password';
import { Note } from '~/ui/note';
import { TextField } from '~/ui/plain-field';
import { markSent, Resend } from '~/ui/resend';
import { SubmitButton } from '~/ui/submit-button';
import { AuthPanel, PanelActions } from '../auth/panel';
import { useTypedBefore } from '../form/typed-before';
import { useFields } from '../form/use-fields';
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
const TEXT_MAX = SIGN_UP_FORM_LIMITS.name.max;

/** Under this name the pause between mails to an address is kept. */
const resendName = (email: string) => `confirm.${email.toLowerCase()}`;

/** Sign-up: a side, an address, a password; then "check your mail". */
export function SignUpPage() {
  const search = useSearch({ strict: false }) as SignUpSearch;
  const navigate = useNavigate();
  const head = useHead();
  const [more, setMore] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isAgain, setAgain] = useState(false);
  const asked = search.role ?? 'advertiser';
  // The build draws the page for the address without a role.
  const isHydrated = useHydrated();
  const role = isHydrated ? asked : 'advertiser';
  const form = useFields(
    { email: '', password: '', name: '', phone: '', skype: '', telegram: '' },
    { email: emailError, password: passwordError },
  );
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
  const submit = form.onSubmit(
    async () => {
      const email = form.values.email.trim();
      await signUp(signUpBody({ ...form.values, email }, role, search));
      markSent(resendName(email));
      form.set('password', '');
      setSentTo(email);
    },
    (thrown) => {
      const wrong = fieldErrors(thrown);
      if (['name', ...CONTACTS.map((field) => field.name)].some((name) => name in wrong)) setMore(true);
      return undefined;
    },
  );
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
          <Button
            variant="ghost"
            onClick={() => {
              setAgain(true);
              setSentTo(null);
            }}
          >
            Use another address
          </Button>
        </PanelActions>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      title="Create an account"
      head={head}
      onSubmit={submit}
      foot={
        <>
          You have an account?{' '}
          <Link to="/account/login" className="link">
            Log in
          </Link>
        </>
      }
    >
      {form.error !== null && <Note tone="bad">{errorText(form.error)}</Note>}
      <RoleChoice value={role} onChange={chooseRole} />
      <TextField label="E-mail" type="email" autoComplete="email" autoFocus={isAgain} {...form.field('email')} />
      <NewPassword {...form.field('password')} />
      <div className="stack" style={{ gap: 12 }}>
        <div>
          <Button
            variant="ghost"
            size="sm"
            className={styles.more ?? ''}
            aria-expanded={more}
            aria-controls="more-contacts"
            disabled={!isHydrated}
            onClick={() => setMore(!more)}
          >
            {more ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            Name and contacts, if you like
          </Button>
        </div>
        <div id="more-contacts" hidden={!more}>
          <div className={styles.pair}>
            <TextField label="Name" autoComplete="name" maxLength={TEXT_MAX} {...form.field('name')} />
            {CONTACTS.map((field) => (
              <TextField
                key={field.name}
                label={field.label}
                autoComplete={field.autoComplete}
                maxLength={TEXT_MAX}
                {...form.field(field.name)}
              />
            ))}
          </div>
        </div>
      </div>
      <SubmitButton busy={form.busy} full>
        Create the account
      </SubmitButton>
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
    </AuthPanel>
  );
}

/** The body of the call: texts trimmed, empty ones left out, where the visitor came from beside them unless they refused that. */
function signUpBody(
  values: { email: string; password: string; name: string; phone: string; skype: string; telegram: string },
  role: SignUpRole,
  { referral, source, medium, campaign }: SignUpSearch,
): SignUpForm {
  const { email, password, ...texts } = values;
  const optional = { ...texts, referral, ...(cookieChoice() === 'refused' ? {} : { source, medium, campaign }) };
  const given = Object.entries(optional).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []));
  return { email, password, role, ...Object.fromEntries(given) };
}

import { Link } from '@tanstack/react-router';
import { call } from '~/api/http';
import { errorText } from '~/api/problem';
import { CONTACT_FORM_LIMITS } from '~/api/words';
import { usePageTitle } from '~/app/page';
import { emailError } from '~/lib/email';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/note';
import { AreaField, TextField, WordField } from '~/ui/plain-field';
import { SubmitButton } from '~/ui/submit-button';
import { useFields } from '../form/use-fields';
import styles from './contacts.module.css';
import { place } from './page-data';
import parts from './parts.module.css';
import { useSite } from './site';

const TOPICS = ['Advertising', 'Publishing', 'Money', 'Complaint about an ad', 'My data', 'Something else'] as const;

// The topic is chosen, not typed.
const { topic: _, ...LIMITS } = CONTACT_FORM_LIMITS;

const CHECKS = {
  name: (name: string) => (name.trim() === '' ? 'How shall we call you?' : null),
  email: (email: string) => emailError(email) && 'An address like name@company.com, so that we can answer.',
  message: (message: string) => (message.trim() === '' ? 'The message is empty.' : null),
};

function ContactForm() {
  const form = useFields({
    fields: { name: '', email: '', topic: TOPICS[0] as string, message: '' },
    checks: CHECKS,
    limits: LIMITS,
    once: ['message'],
    send: (body) => call<void>('POST', '/api/contacts', { body }),
  });
  if (form.sent) {
    return (
      <div className={styles.sent}>
        <h2 ref={focusOn}>Your message is here.</h2>
        <p>
          Somebody reads it and answers to <b>{form.sent.email}</b>.
        </p>
        <Button onClick={form.again}>Write another one</Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      method="dialog"
      noValidate
      onSubmit={form.onSubmit}
      aria-label="Message to the network"
    >
      <TextField large label="Name" autoComplete="name" {...form.field('name')} />
      <TextField large label="E-mail" type="email" autoComplete="email" {...form.field('email')} />
      <WordField large label="What is it about?" words={TOPICS} {...form.field('topic')} />
      <AreaField large label="Message" rows={7} ref={form.isAnother ? focusOn : undefined} {...form.field('message')} />
      {form.error !== null && <Note tone="bad">{errorText(form.error)}</Note>}
      <SubmitButton busy={form.busy}>Send</SubmitButton>
      <p className="s13 t3">
        We use your message to answer you. It is kept for 12 months, with the IP address that it comes from and your
        account if you are logged in, so that misuse is found. <Link to="/account/privacy">Privacy</Link>
      </p>
    </form>
  );
}

/** The way to the people who run the network. */
export function ContactsPage() {
  usePageTitle();
  const site = useSite();
  const address = import.meta.env.SSR ? place('site.contact_email') : (site?.contact_email ?? '');
  return (
    <div className={cx(parts.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={parts.h1}>Write to us</h1>
        <p>
          A person reads every message. If it is about an account, give its address: we speak about accounts with their
          owners only.
        </p>
        <p className={styles.mail}>
          By mail:{' '}
          <a href={address && `mailto:${address}`} className="link" suppressHydrationWarning>
            {address}
          </a>
        </p>
        <ul>
          <li>
            <Link to="/helpCenter">Help center</Link> for how things work
          </li>
          <li>
            <Link to="/faq">Questions and answers</Link> for what most people ask
          </li>
          <li>
            <Link to="/telegram">Telegram</Link> for what is new
          </li>
        </ul>
      </header>
      <noscript>
        <p>
          The form needs a script: allow scripts for this page and load it again. Where a mail address stands above you
          can write to that instead.
        </p>
      </noscript>
      <ContactForm />
    </div>
  );
}

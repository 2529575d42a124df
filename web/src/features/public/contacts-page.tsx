import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '~/api/http';
import { errorText } from '~/api/problem';
import { CONTACT_FORM_LIMITS } from '~/api/words';
import { usePageTitle } from '~/app/page';
import { emailError } from '~/lib/email';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/note';
import { PlainField, TextField } from '~/ui/plain-field';
import { SubmitButton } from '~/ui/submit-button';
import { useFields } from '../form/use-fields';
import styles from './contacts.module.css';
import { place } from './page-data';
import parts from './parts.module.css';
import { useSite } from './site';

const TOPICS = ['Advertising', 'Publishing', 'Money', 'Complaint about an ad', 'My data', 'Something else'] as const;

/** The server's own limits, in characters. */
const NAME_MAX = CONTACT_FORM_LIMITS.name.max;
const MESSAGE_MAX = CONTACT_FORM_LIMITS.message.max;

const CHECKS = {
  name: (name: string) => (name.trim() === '' ? 'How shall we call you?' : null),
  email: (email: string) => emailError(email) && 'An address like name@company.com, so that we can answer.',
  message: (message: string) => (message.trim() === '' ? 'The message is empty.' : null),
};

function ContactForm() {
  const form = useFields({ name: '', email: '', topic: TOPICS[0] as string, message: '' }, CHECKS);
  const { values } = form;
  const [isSent, setSent] = useState(false);
  const [isAnother, setAnother] = useState(false);
  const submit = form.onSubmit(async () => {
    const texts = { name: values.name.trim(), email: values.email.trim(), message: values.message.trim() };
    await call<void>('POST', '/api/contacts', { body: { ...values, ...texts } });
    setSent(true);
  });
  if (isSent) {
    return (
      <div className={styles.sent}>
        <h2 ref={focusOn}>Your message is here.</h2>
        <p>
          Somebody reads it and answers to <b>{values.email.trim()}</b>.
        </p>
        <Button
          onClick={() => {
            form.set('message', '');
            setAnother(true);
            setSent(false);
          }}
        >
          Write another one
        </Button>
      </div>
    );
  }
  const { error: topicError, ...topic } = form.field('topic');
  const { error: messageError, ...message } = form.field('message');
  return (
    <form className={styles.form} method="dialog" noValidate onSubmit={submit} aria-label="Message to the network">
      <TextField large label="Name" autoComplete="name" maxLength={NAME_MAX} {...form.field('name')} />
      <TextField large label="E-mail" type="email" autoComplete="email" {...form.field('email')} />
      <PlainField large label="What is it about?" error={topicError}>
        {(ids) => (
          <select {...topic} {...ids}>
            {TOPICS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </PlainField>
      <PlainField large label="Message" error={messageError}>
        {(ids) => (
          <textarea {...message} {...ids} ref={isAnother ? focusOn : undefined} rows={7} maxLength={MESSAGE_MAX} />
        )}
      </PlainField>
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

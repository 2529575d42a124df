import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { call } from '~/api/http';
import { errorText, fieldErrors } from '~/api/problem';
import { AppLink } from '~/app/app-link';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/marks';
import styles from './contacts.module.css';
import { place } from './page-data';
import parts from './parts.module.css';
import { useSite } from './site';
import { usePublicTitle } from './use-public-title';

const TOPICS = ['Advertising', 'Publishing', 'Money', 'Complaint about an ad', 'My data', 'Something else'] as const;

/** The server's own limits, in characters. */
const NAME_MAX = 100;
const EMAIL_MAX = 254;
const MESSAGE_MAX = 5_000;
const EMAIL = /^\S+@\S+\.\S+$/;

interface Message {
  name: string;
  email: string;
  topic: string;
  message: string;
}

type Errors = Partial<Record<keyof Message, string>>;

function mistakes(message: Message): Errors {
  const errors: Errors = {};
  if (message.name.trim() === '') errors.name = 'How shall we call you?';
  if (!EMAIL.test(message.email.trim())) errors.email = 'An address like name@company.com, so that we can answer.';
  if (message.message.trim() === '') errors.message = 'The message is empty.';
  return errors;
}

function Field({
  label,
  error,
  children,
}: {
  label: string;
  error: string | undefined;
  children(ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }): ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(error ? { 'aria-describedby': `${id}-error`, 'aria-invalid': true } : {}) })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function ContactForm() {
  const [values, setValues] = useState<Message>({ name: '', email: '', topic: TOPICS[0], message: '' });
  const [errors, setErrors] = useState<Errors>({});
  const send = useMutation({
    mutationFn: (body: Message) => call<void>('POST', '/api/contacts', { body }),
    onError: (error) => setErrors(fieldErrors(error) as Errors),
  });
  const [isAnother, setAnother] = useState(false);
  const set = (field: keyof Message) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = mistakes(values);
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first) {
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    send.mutate({ ...values, name: values.name.trim(), email: values.email.trim(), message: values.message.trim() });
  };
  if (send.isSuccess) {
    return (
      <div className={styles.sent}>
        <h2 ref={focusOn}>Your message is here.</h2>
        <p>
          Somebody reads it and answers to <b>{values.email.trim()}</b>.
        </p>
        <Button
          onClick={() => {
            setValues((before) => ({ ...before, message: '' }));
            setAnother(true);
            send.reset();
          }}
        >
          Write another one
        </Button>
      </div>
    );
  }
  const unplaced = send.error !== null && Object.keys(fieldErrors(send.error)).length === 0;
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Message to the network">
      <Field label="Name" error={errors.name}>
        {(ids) => (
          <input
            {...ids}
            name="name"
            autoComplete="name"
            maxLength={NAME_MAX}
            value={values.name}
            onChange={set('name')}
          />
        )}
      </Field>
      <Field label="E-mail" error={errors.email}>
        {(ids) => (
          <input
            {...ids}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
            value={values.email}
            onChange={set('email')}
          />
        )}
      </Field>
      <Field label="What is it about?" error={errors.topic}>
        {(ids) => (
          <select {...ids} name="topic" value={values.topic} onChange={set('topic')}>
            {TOPICS.map((topic) => (
              <option key={topic}>{topic}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Message" error={errors.message}>
        {(ids) => (
          <textarea
            {...ids}
            name="message"
            ref={isAnother ? focusOn : undefined}
            rows={7}
            maxLength={MESSAGE_MAX}
            value={values.message}
            onChange={set('message')}
          />
        )}
      </Field>
      {unplaced && <Note tone="bad">{errorText(send.error)}</Note>}
      <Button variant="accent" size="lg" type="submit" busy={send.isPending}>
        Send
      </Button>
      <p className="s13 t3">
        We use your message to answer you. It is kept for 12 months, with the IP address that it comes from and your
        account if you are logged in, so that misuse is found. <AppLink href="/account/privacy">Privacy</AppLink>
      </p>
    </form>
  );
}

/** The way to the people who run the network. */
export function ContactsPage() {
  usePublicTitle('/contacts');
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
            <AppLink href="/helpCenter">Help center</AppLink> for how things work
          </li>
          <li>
            <AppLink href="/faq">Questions and answers</AppLink> for what most people ask
          </li>
          <li>
            <AppLink href="/telegram">Telegram</AppLink> for what is new
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

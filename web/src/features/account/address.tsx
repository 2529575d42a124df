import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail, IconMailQuestion } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import type { User } from '~/api/sdk';
import { userQuery } from '~/app/queries';
import { emailError } from '~/lib/email';
import { otpError, otpText } from '~/lib/otp';
import { Button } from '~/ui/button';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import styles from './account.module.css';
import { changeEmail } from './api';
import { OwnerOnly, Section, useIsActing } from './section';

/** The address that one logs in with, the one that waits for its confirmation, the change to another. */
export function Address({ user }: { user: User }) {
  const isActing = useIsActing();
  const [open, setOpen] = useState(false);
  const pending = user.pending_email;
  return (
    <Section
      id="address"
      title="E-mail"
      hint="It is the name you log in with, and where our mail goes."
      actions={
        !isActing &&
        !open && (
          <Button size="tool" onClick={() => setOpen(true)}>
            {pending ? 'Change again' : 'Change'}
          </Button>
        )
      }
    >
      <div className={styles.rows}>
        <div className={styles.line}>
          <span className={styles.lineIcon}>
            <IconMail size={18} stroke={1.6} aria-hidden />
          </span>
          <div className={styles.lineText}>
            <span className={styles.lineName}>{user.email}</span>
            <span className={styles.lineMore}>Confirmed</span>
          </div>
        </div>
        {pending && (
          <div className={styles.line}>
            <span className={styles.lineIcon}>
              <IconMailQuestion size={18} stroke={1.6} aria-hidden />
            </span>
            <div className={styles.lineText}>
              <span className={styles.lineName}>
                {pending}
                <Badge tone="warn">Waits for its confirmation</Badge>
              </span>
              <span className={styles.lineMore}>
                A mail with a link went there. It holds for 48 hours; until it is opened, nothing changes.
              </span>
            </div>
          </div>
        )}
      </div>
      {isActing && <OwnerOnly what="the address" />}
      {open && <ChangeForm current={user.email} needsOtp={user.has_second_factor} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ChangeForm({ current, needsOtp, onClose }: { current: string; needsOtp: boolean; onClose(): void }) {
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [asksOtp, setAsksOtp] = useState(needsOtp);
  const form = useForm({
    initialValues: { email: '', password: '', otp: '' },
    validateInputOnBlur: true,
    validate: {
      email: (email) =>
        email.trim().toLowerCase() === current.toLowerCase() ? 'This is your address already.' : emailError(email),
      password: (password) => (password ? null : 'Your password is needed.'),
      otp: (otp) => (asksOtp ? otpError(otp) : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ email, password, otp }: typeof form.values) => {
      const code = otpText(otp);
      return changeEmail({ email: email.trim(), password, ...(code ? { otp: code } : {}) });
    },
    onMutate: () => setError(null),
    onSuccess: async (_answer, { email }) => {
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
      toast('Open the link to finish', { detail: `A mail went to ${email.trim()}.` });
      onClose();
    },
    onError: (thrown) => {
      const fields = fieldErrors(thrown);
      if ('otp' in fields) setAsksOtp(true);
      form.setErrors(fields);
      setError(Object.keys(fields).length === 0 ? thrown : null);
      showFirstError(element.current);
    },
  });
  return (
    <form
      ref={element}
      className={styles.panel}
      noValidate
      aria-label="Change the address"
      onSubmit={form.onSubmit(
        (values) => save.mutate(values),
        () => showFirstError(element.current),
      )}
    >
      <div className={styles.fields}>
        <TextInput
          label="New address"
          type="email"
          autoComplete="email"
          data-autofocus
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {asksOtp && <OtpField key={form.key('otp')} {...form.getInputProps('otp')} />}
        {error !== null && <Note tone="bad">{errorText(error)}</Note>}
        <div className={styles.actions}>
          <Button variant="ink" type="submit" busy={save.isPending}>
            Send the link
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

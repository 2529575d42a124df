import { useForm } from '@mantine/form';
import { type ReactNode, useRef, useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import { otpError, otpText } from '~/lib/otp';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import { showFirstError } from '../form/first-error';
import styles from './account.module.css';

/** What is asked for. */
export type CodeField = 'password' | 'otp';

/** A small form of a password, a code, or both; what the server refuses stands beside its field. */
export function CodeForm({
  label,
  fields,
  action,
  otpLabel,
  otpHint,
  checkOtp = otpError,
  bad,
  run,
  onCancel,
  children,
}: {
  label: string;
  fields: readonly CodeField[];
  action: string;
  otpLabel?: string;
  otpHint?: string;
  checkOtp?: typeof otpError;
  bad?: boolean;
  run(values: Record<CodeField, string>): Promise<void>;
  onCancel(): void;
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({
    initialValues: { password: '', otp: '' },
    validate: {
      password: (password) => (fields.includes('password') && !password ? 'Your password is needed.' : null),
      otp: (otp) => (fields.includes('otp') ? checkOtp(otp) : null),
    },
  });
  const submit = async (values: typeof form.values) => {
    setBusy(true);
    setError(null);
    try {
      await run({ ...values, otp: otpText(values.otp) ?? '' });
    } catch (thrown) {
      const found = fieldErrors(thrown);
      form.setErrors(found);
      if (!fields.some((field) => field in found)) setError(thrown);
      showFirstError(element.current);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={element}
      className={styles.panel}
      noValidate
      aria-label={label}
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        () => showFirstError(element.current),
      )}
    >
      <h3>{label}</h3>
      {children}
      <div className={styles.fields}>
        {fields.includes('password') && (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            autoFocus
            {...form.getInputProps('password')}
          />
        )}
        {fields.includes('otp') && (
          <OtpField
            {...(otpLabel ? { label: otpLabel } : {})}
            {...(otpHint ? { description: otpHint } : {})}
            autoFocus={!fields.includes('password')}
            {...form.getInputProps('otp')}
          />
        )}
        {error !== null && <Note tone="bad">{errorText(error)}</Note>}
        <div className={styles.actions}>
          <Button variant={bad ? 'badline' : 'ink'} type="submit" busy={busy}>
            {action}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

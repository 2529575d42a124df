import type { ReactNode } from 'react';
import { otpError, otpText } from '~/lib/otp';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { NO_PROOF, type ProofValues } from './proof';

/** What is asked for. */
export type CodeField = keyof ProofValues;

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
  run(values: ProofValues): Promise<unknown>;
  onCancel(): void;
  children?: ReactNode;
}) {
  const form = useForm({
    item: undefined,
    read: () => NO_PROOF,
    checks: {
      password: (password) => (fields.includes('password') && !password ? 'Your password is needed.' : null),
      otp: (otp) => (fields.includes('otp') ? checkOtp(otp) : null),
    },
    isGuarded: false,
    send: (values) => run({ ...values, otp: otpText(values.otp) ?? '' }),
  });
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit={action}
      variant={bad ? 'badline' : 'ink'}
      onCancel={onCancel}
      before={children}
    >
      {fields.includes('password') && (
        <PasswordField label="Your password" autoComplete="current-password" autoFocus {...form.field('password')} />
      )}
      {fields.includes('otp') && (
        <OtpField
          {...(otpLabel ? { label: otpLabel } : {})}
          {...(otpHint ? { description: otpHint } : {})}
          autoFocus={!fields.includes('password')}
          {...form.field('otp')}
        />
      )}
    </FormPanel>
  );
}

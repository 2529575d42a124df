import { useState } from 'react';
import { otpError, otpText } from '~/lib/otp';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import type { FormOf } from '../form/use-form';

/** What proves who asks, among the other values of a form. */
export type ProofValues = { password: string; otp: string };

/** Nothing is typed yet. */
export const NO_PROOF: ProofValues = { password: '', otp: '' };

/** The password, and the code of the second factor where it is on, or where the server asks for it unexpectedly. */
export function useProof(needsOtp: boolean) {
  const [wasAsked, setAsked] = useState(false);
  const asksOtp = needsOtp || wasAsked;
  return {
    asksOtp,
    checks: {
      password: (password: string) => (password ? null : 'Your password is needed.'),
      otp: (otp: string) => (asksOtp ? otpError(otp) : null),
    },
    refused: (errors: Record<string, string>) => {
      if ('otp' in errors) setAsked(true);
    },
    /** What goes along with a call. */
    of: ({ password, otp }: ProofValues) => {
      const code = otpText(otp);
      return { password, ...(code ? { otp: code } : {}) };
    },
  };
}

/** The fields of a proof. */
export function ProofFields({ form, asksOtp }: { form: Pick<FormOf<ProofValues>, 'field'>; asksOtp: boolean }) {
  return (
    <>
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      {asksOtp && <OtpField {...form.field('otp')} />}
    </>
  );
}

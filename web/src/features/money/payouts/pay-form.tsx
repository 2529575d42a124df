import { useState } from 'react';
import { payPayoutMutation } from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { otpError, otpText } from '~/lib/otp';
import { Note } from '~/ui/note';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import { SureField } from '~/ui/sure-field';
import { toast } from '~/ui/toast';
import { useCallName } from '../../form/call-name';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { exact } from '../amounts';
import { HashField, hashError } from './hash-field';

/** Notes how a payout was paid. Who approved it shows anew who they are, where the network has no second owner. */
export function PayForm({ payout, onClose }: { payout: AdminPayout; onClose(): void }) {
  const pay = useSend(payPayoutMutation());
  const nameOf = useCallName();
  const isMine = useUser()?.id === payout.approved_by?.id;
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm<{ hash: string; was_sent: boolean; password: string; otp: string }, AdminPayout, AdminPayout>({
    item: payout,
    isGuarded: false,
    read: () => ({ hash: '', was_sent: false, password: '', otp: '' }),
    checks: {
      hash: hashError,
      was_sent: (wasSent) =>
        payout.hindrance && !wasSent ? 'What was not sent is rejected, not marked as paid.' : null,
      password: (password) => (isMine && !password ? 'Your password is needed.' : null),
      otp: (otp) => (asksCode ? otpError(otp) : null),
    },
    renamed: { transaction_hash: 'hash' },
    refused: (errors) => {
      if ('otp' in errors) setAsksCode(true);
    },
    send: async ({ hash, was_sent, password, otp }, { id }) => {
      const code = otpText(otp);
      const proof = isMine ? { password, ...(code ? { otp: code } : {}) } : {};
      const paid = { transaction_hash: hash.trim(), ...(was_sent ? { was_sent } : {}) };
      const headers = { 'Idempotency-Key': nameOf(paid) };
      return pay({ path: { id }, headers, body: { ...paid, ...proof } });
    },
    saved: ({ id }) => {
      toast(`Payout ${id} is paid`);
      onClose();
    },
  });
  const label = `Payout ${payout.id} was paid`;
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit="Mark as paid"
      onCancel={onClose}
      before={
        <>
          <p className="s13 t2">
            {exact(payout.payable)} by {payout.wallet.payment_type.name} to{' '}
            <span className="mono">{payout.wallet.number}</span>
          </p>
          {isMine && (
            <Note tone="warn">
              You approved this payout. Where the network has two owners, another one notes that it was paid. As its
              only owner you show anew who you are, and the audit log says that one person did both.
            </Note>
          )}
          <HashField {...form.field('hash')} />
          {payout.hindrance && <Note tone="warn">{payout.hindrance} Nothing is to be sent to them any more.</Note>}
        </>
      }
    >
      {payout.hindrance && (
        <SureField
          label="It was sent before that: what happened is booked"
          {...form.field('was_sent', { type: 'checkbox' })}
        />
      )}
      {isMine && <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />}
      {isMine && asksCode && <OtpField {...form.field('otp')} />}
    </FormPanel>
  );
}

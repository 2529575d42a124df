import { TextInput } from '@mantine/core';
import { IconMail, IconMailQuestion } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { updateAccountMutation } from '~/api/queries';
import type { User } from '~/api/sdk';
import { emailError } from '~/lib/email';
import { Button } from '~/ui/button';
import { Badge } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import styles from './account.module.css';
import { NO_PROOF, ProofFields, useProof } from './proof';
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
  const proof = useProof(needsOtp);
  const change = useMutation(updateAccountMutation());
  const form = useForm({
    item: undefined,
    read: () => ({ email: '', ...NO_PROOF }),
    checks: {
      email: (email) =>
        email.trim().toLowerCase() === current.toLowerCase() ? 'This is your address already.' : emailError(email),
      ...proof.checks,
    },
    refused: proof.refused,
    send: (values) => change.mutateAsync({ body: { email: values.email.trim(), ...proof.of(values) } }),
    saved: (_answer, { email }) => {
      toast('Open the link to finish', { detail: `A mail went to ${email.trim()}.` });
      onClose();
    },
  });
  return (
    <FormPanel form={form} label="Change the address" submit="Send the link" onCancel={onClose}>
      <TextInput label="New address" type="email" autoComplete="email" autoFocus {...form.field('email')} />
      <ProofFields form={form} asksOtp={proof.asksOtp} />
    </FormPanel>
  );
}

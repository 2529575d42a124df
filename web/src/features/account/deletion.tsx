import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText, toApiError } from '~/api/problem';
import { deleteAccountMutation } from '~/api/queries';
import type { User } from '~/api/sdk';
import { session } from '~/app/session';
import { Checkbox } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import styles from './account.module.css';
import { secondFactorQuery } from './api';
import { NO_PROOF, ProofFields, useProof } from './proof';

/** The typed confirmation that the account is deleted. */
export function Deletion({ user, onClose }: { user: User; onClose(): void }) {
  const navigate = useNavigate();
  const proof = useProof(useQuery(secondFactorQuery).data?.is_on ?? false);
  const [balance, setBalance] = useState<string | null>(null);
  const remove = useMutation({
    ...deleteAccountMutation(),
    // At once: whoever asked with this login now would be told that it was refused.
    onSuccess: () => session.end('logout'),
  });
  const form = useForm({
    item: undefined,
    read: () => ({ address: '', giveUp: false, ...NO_PROOF }),
    checks: {
      address: (address) =>
        address.trim().toLowerCase() === user.email.toLowerCase() ? null : `Type ${user.email} as it stands here.`,
      ...proof.checks,
    },
    isGuarded: false,
    refused: (errors, thrown) => {
      proof.refused(errors);
      const isBalance = toApiError(thrown).status === 409;
      if (isBalance) setBalance(errorText(thrown));
      return isBalance;
    },
    send: (values) =>
      remove.mutateAsync({ body: { ...proof.of(values), ...(values.giveUp ? { give_up_balance: true } : {}) } }),
    saved: () => {
      toast('Your account is deleted');
      return navigate({ to: '/', replace: true });
    },
  });
  return (
    <FormPanel
      form={form}
      label="Delete the account"
      heading="Delete the account for good"
      submit={
        <>
          <IconTrash size={16} aria-hidden />
          Delete my account
        </>
      }
      variant="bad"
      cancel="Keep it"
      onCancel={onClose}
      before={
        <Note tone="bad">
          It cannot be undone. Everybody who is logged in with it is logged out, its API tokens end, its ads and blocks
          stop within seconds.
        </Note>
      }
    >
      <TextInput
        label={
          <>
            Type <b>{user.email}</b> to confirm
          </>
        }
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...form.field('address')}
      />
      <ProofFields form={form} asksOtp={proof.asksOtp} />
      {balance !== null && (
        <>
          <Note tone="warn" alert>
            {balance}
          </Note>
          <label className={styles.switchLine}>
            <Checkbox {...form.field('giveUp', { type: 'checkbox' })} />
            <span>I give up what is left on my balance</span>
          </label>
        </>
      )}
    </FormPanel>
  );
}

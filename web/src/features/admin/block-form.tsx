import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { errorText, fieldErrors } from '~/api/problem';
import type { AdminUser } from '~/api/sdk';
import { USER_FORM_LIMITS } from '~/api/words';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { useUnsavedGuard } from '../form/use-guard';
import styles from './admin.module.css';
import { useChangeUser } from './use-change-user';

/** Longest reason, in characters. */
const REASON_MAX = USER_FORM_LIMITS.status_reason.max;

/** Blocks a user for a reason that they read. */
export function BlockForm({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const change = useChangeUser(user);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : 'A reason is needed: the user reads it at login.') },
  });
  useUnsavedGuard(() => form.isDirty());
  const submit = ({ reason }: typeof form.values) =>
    change.mutate(
      { status_id: 2, status_reason: reason.trim().replaceAll(/\s+/g, ' ') },
      {
        onSuccess: () => {
          toast('User blocked', { detail: user.email });
          onClose();
        },
        onError: (error) => form.setErrors(fieldErrors(error, { status_reason: 'reason' })),
      },
    );
  const error = change.isError && Object.keys(form.errors).length === 0 ? change.error : null;
  return (
    <form className={styles.panel} noValidate aria-label="Block the user" onSubmit={form.onSubmit(submit)}>
      <Textarea
        label="Reason"
        description="The user reads it at login. All sessions end within three seconds."
        autosize
        minRows={2}
        maxLength={REASON_MAX}
        autoFocus
        {...form.getInputProps('reason')}
      />
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <div className={styles.actions}>
        <Button variant="bad" type="submit" busy={change.isPending}>
          <IconLock size={16} aria-hidden />
          Block
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

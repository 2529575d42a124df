import { Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { updateUserMutation } from '~/api/queries';
import type { AdminUser } from '~/api/sdk';
import { USER_FORM_LIMITS, UserStatus } from '~/api/words';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';

/** Longest reason, in characters. */
const REASON_MAX = USER_FORM_LIMITS.status_reason.max;

/** Blocks a user for a reason that they read. */
export function BlockForm({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const update = useMutation(updateUserMutation());
  const form = useForm({
    item: user,
    read: () => ({ reason: '' }),
    checks: { reason: (reason) => (reason.trim() ? null : 'A reason is needed: the user reads it at login.') },
    renamed: { status_reason: 'reason' },
    send: async ({ reason }, { id, version }) => {
      const status_reason = reason.trim().replaceAll(/\s+/g, ' ');
      return (
        await update.mutateAsync({ path: { id }, body: { status_id: UserStatus.Blocked, status_reason, version } })
      ).data;
    },
    saved: ({ email }) => {
      toast('User blocked', { detail: email });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label="Block the user"
      submit={
        <>
          <IconLock size={16} aria-hidden />
          Block
        </>
      }
      variant="bad"
      onCancel={onClose}
      before={
        <Textarea
          label="Reason"
          description="The user reads it at login. All sessions end within three seconds."
          autosize
          minRows={2}
          maxLength={REASON_MAX}
          autoFocus
          {...form.field('reason')}
        />
      }
    />
  );
}

import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createUserNoteMutation, updateUserNoteMutation } from '~/api/queries';
import type { UserNote } from '~/api/sdk';
import { NEW_USER_NOTE_LIMITS } from '~/api/words';
import { Switch } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import styles from './users.module.css';

/** A new note of a user, or another text of one. What is typed into one that somebody deleted meanwhile becomes a new one. */
export function NoteForm({
  user,
  note,
  isGone = false,
  onClose,
}: {
  user: number;
  note: UserNote | undefined;
  isGone?: boolean;
  onClose(): void;
}) {
  const create = useMutation(createUserNoteMutation());
  const update = useMutation(updateUserNoteMutation());
  const form = useForm<{ text: string; isPinned: boolean }, UserNote, UserNote | undefined>({
    item: note,
    read: (of) => ({ text: of?.text ?? '', isPinned: of?.is_pinned ?? false }),
    words: { text: 'Note', isPinned: 'Pinned' },
    renamed: { is_pinned: 'isPinned' },
    checks: { text: (text) => (text.trim() ? null : 'A note says something.') },
    send: async ({ text, isPinned }, held) => {
      const body = { text: text.trim(), is_pinned: isPinned };
      const sent =
        held && !isGone
          ? update.mutateAsync({ path: { id: user, note_id: held.id }, body: { ...body, version: held.version } })
          : create.mutateAsync({ path: { id: user }, body });
      return (await sent).data;
    },
    saved: () => {
      toast(note && !isGone ? 'Note saved' : 'Note kept');
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label={note ? 'Change the note' : 'New note'}
      submit={note && !isGone ? 'Save' : 'Keep the note'}
      onCancel={onClose}
      before={
        <Textarea
          label="Note"
          description="Staff who see this user read it. The user never does."
          autosize
          minRows={3}
          maxRows={14}
          maxLength={NEW_USER_NOTE_LIMITS.text.max}
          autoFocus
          {...form.field('text')}
        />
      }
    >
      {isGone && <Note tone="warn">Somebody deleted this note meanwhile. It can be kept as a new one.</Note>}
      <label className={styles.switchRow}>
        <Switch plain {...form.field('isPinned', { type: 'checkbox' })} />
        Keep above the others
      </label>
    </FormPanel>
  );
}

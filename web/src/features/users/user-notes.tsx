import { IconEdit, IconNote, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, deleteUserNoteMutation, listUserNotesOptions, updateUserNoteMutation } from '~/api/queries';
import type { UserNote } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { FormSection } from '~/ui/form';
import { useFormFocus } from '~/ui/kept-focus';
import { RowMenu } from '~/ui/row-menu';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { toast } from '~/ui/toast';
import { NoteForm } from './note-form';
import styles from './users.module.css';

/** A note, and what may be done with it. */
function Note({ user, note, onChange }: { user: number; note: UserNote; onChange(): void }) {
  const update = useMutation(updateUserNoteMutation());
  const remove = useMutation(deleteUserNoteMutation());
  const path = { id: user, note_id: note.id };
  const author = note.author?.email ?? 'somebody who is gone';
  const pin = () => update.mutate({ path, body: { text: note.text, is_pinned: !note.is_pinned } });
  const ask = () =>
    confirm({
      title: 'Delete this note?',
      body: `${author} wrote it ${formatAgo(note.created_at, Date.now())}. It cannot be brought back.`,
      action: 'Delete',
      keep: 'Keep it',
      run: async () => {
        await remove.mutateAsync({ path });
        toast('Note deleted');
      },
    });
  return (
    <>
      <div className="grow">
        <p className={styles.noteText}>{note.text}</p>
        <p className="s12 t2">
          {note.is_pinned && <IconPin className={styles.pin} size={13} aria-label="Pinned" />}
          {author}, <time title={`${formatTime(note.created_at)}, UTC`}>{formatAgo(note.created_at, Date.now())}</time>
          {note.updated_at !== note.created_at && `, changed ${formatAgo(note.updated_at, Date.now())}`}
        </p>
      </div>
      <RowMenu
        name={`the note of ${author}`}
        actions={
          note.is_editable
            ? [
                { label: 'Change', icon: <IconEdit size={16} aria-hidden />, onClick: onChange },
                {
                  label: note.is_pinned ? 'No longer above the others' : 'Keep above the others',
                  icon: note.is_pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />,
                  onClick: pin,
                },
                '-',
                { label: 'Delete', icon: <IconTrash size={16} aria-hidden />, bad: true, onClick: ask },
              ]
            : []
        }
      />
    </>
  );
}

/** What staff wrote of a user, who never reads it: pinned notes, then the newest. */
export function UserNotes({ user, isDeleted }: { user: number; isDeleted: boolean }) {
  const answer = useQuery({ ...listUserNotesOptions({ path: { id: user } }), select: dataOf });
  const { data: notes } = answer;
  /** The note that is changed, or that there will be a new one. */
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const { remember, take } = useFormFocus(open !== null);
  const show = (which: number | 'new') => {
    remember(which === 'new' ? 'anew' : undefined);
    setOpen(which);
  };
  const close = () => setOpen(null);
  return (
    <FormSection
      id="notes"
      title="Notes"
      hint="Among staff. The user does not see them."
      actions={
        open !== 'new' &&
        !isDeleted && (
          <Button ref={take} size="tool" onClick={() => show('new')}>
            <IconNote size={16} aria-hidden />
            Write a note
          </Button>
        )
      }
    >
      {open === 'new' && <NoteForm user={user} note={undefined} onClose={close} />}
      {answer.isError && !notes && <ErrorPanel title="The notes did not load" of={answer} />}
      {!notes && !answer.isError && <Skeleton height={64} radius={8} />}
      {notes?.length === 0 && open !== 'new' && (
        <Empty small title="No note yet">
          What was agreed, what to look at, when to call again: what a colleague should know.
        </Empty>
      )}
      {notes && notes.length > 0 && (
        <ul className={styles.history} aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id} className={styles.change}>
              {open === note.id ? (
                <NoteForm user={user} note={note} onClose={close} />
              ) : (
                <Note user={user} note={note} onChange={() => show(note.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}

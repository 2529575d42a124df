import { IconEdit, IconNote, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
import { toast, toastNotDone } from '~/ui/toast';
import { afterForms } from '../form/use-guard';
import { NoteForm } from './note-form';
import styles from './users.module.css';

/** Beside the pinned ones, so many are shown at first. */
const NEWEST_SHOWN = 10;

/** A note, and what may be done with it. */
function Note({ user, note, onChange }: { user: number; note: UserNote; onChange(): void }) {
  const update = useMutation({
    ...updateUserNoteMutation(),
    onError: (error) => toastNotDone('The note', 'changed', error),
  });
  const remove = useMutation(deleteUserNoteMutation());
  const path = { id: user, note_id: note.id };
  const author = note.author?.email ?? 'somebody who is gone';
  const pin = () => update.mutate({ path, body: { is_pinned: !note.is_pinned } });
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
          {note.edited_at && `, changed ${formatAgo(note.edited_at, Date.now())}`}
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
  /** The form that is open, for a new note or for one as it was when it was opened. */
  const [open, setOpen] = useState<{ note: UserNote | undefined } | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { note: noteFocus, take } = useFormFocus(open !== null);
  const show = (note: UserNote | undefined) => {
    const remember = noteFocus(note ? undefined : 'anew');
    afterForms(place.current, () => {
      remember();
      setOpen({ note });
    });
  };
  const close = () => setOpen(null);
  const now = open?.note && notes?.find(({ id }) => id === open.note?.id);
  const pinned = notes?.filter(({ is_pinned }) => is_pinned).length ?? 0;
  const shown = showsAll ? notes : notes?.slice(0, pinned + NEWEST_SHOWN);
  return (
    <FormSection
      id="notes"
      title="Notes"
      hint="Among staff. The user does not see them."
      actions={
        !(open && !open.note) &&
        !isDeleted && (
          <Button ref={take} size="tool" onClick={() => show(undefined)}>
            <IconNote size={16} aria-hidden />
            Write a note
          </Button>
        )
      }
    >
      {open && (
        <div ref={place}>
          <NoteForm
            key={open.note?.id ?? 'new'}
            user={user}
            note={now ?? open.note}
            isGone={Boolean(open.note && notes && !now)}
            onClose={close}
          />
        </div>
      )}
      {answer.isError && !notes && <ErrorPanel title="The notes did not load" of={answer} />}
      {!notes && !answer.isError && <Skeleton height={64} radius={8} />}
      {notes?.length === 0 && !open && (
        <Empty small title="No note yet">
          What was agreed, what to look at, when to call again: what a colleague should know.
        </Empty>
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.history} aria-label="Notes">
          {shown.map((note) => (
            <li key={note.id} className={styles.change}>
              <Note user={user} note={note} onChange={() => show(note)} />
            </li>
          ))}
        </ul>
      )}
      {notes && shown && shown.length < notes.length && (
        <div>
          <Button size="tool" onClick={() => setShowsAll(true)}>
            Show all {notes.length}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

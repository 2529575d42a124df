import { Note } from '~/ui/note';

/** Above what became another one under the moderator's eyes. */
export function ChangedNote() {
  return (
    <Note tone="warn" alert>
      It was changed while it was on your screen. This is how it is now: look at it again.
    </Note>
  );
}

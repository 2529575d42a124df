import { Button } from '~/ui/button';
import { Note } from '~/ui/note';

/** Above what became another one under the moderator's eyes. */
export function ChangedNote() {
  return (
    <Note tone="warn" alert>
      It was changed while it was on your screen. This is how it is now: look at it again.
    </Note>
  );
}

/** Above what has left the queue while it was open. */
export function GoneNote({ onLeave }: { onLeave: () => void }) {
  return (
    <Note tone="warn" alert>
      <div className="row between wrap">
        Decided by somebody else, or taken back by its owner.
        <Button size="sm" onClick={onLeave}>
          Go on
        </Button>
      </div>
    </Note>
  );
}

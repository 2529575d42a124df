import { Note } from '~/ui/note';

/** Why moderation rejected an ad, over its form. */
export const RejectedNote = ({
  reasons,
  comment,
}: {
  reasons: readonly { text: string }[];
  comment: string | null;
}) => (
  <Note tone="bad">
    Rejected: {reasons.map((reason) => reason.text).join(', ')}
    {comment ? `. ${comment}` : ''}. Change it and send it again.
  </Note>
);

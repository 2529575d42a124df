import { IconSend } from '@tabler/icons-react';
import type { Change } from '../list/change';
import type { ListAction, Wish } from '../list/spec';

/** Sends drafts to moderation, which starting them does. */
export const sendingOf = <Row>({ start: { each, all, guess } }: Wish<Row>): Change<Row> => ({
  ...(each && { each }),
  ...(all && { all }),
  ...(guess && { guess }),
  done: 'sent',
});

/** The action that does. */
export const sending = <Row extends { is_draft: boolean }>(
  wish: Wish<Row>,
  isArchived: (row: Row) => boolean,
): ListAction<Row> => ({
  label: 'Send to moderation',
  icon: IconSend,
  when: (row) => row.is_draft && !isArchived(row),
  change: sendingOf(wish),
});

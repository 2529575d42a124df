import { IconSend } from '@tabler/icons-react';
import { remoderateAdMutation, remoderatePushAdMutation } from '~/api/queries';
import type { Ad, PushAd } from '~/api/sdk';
import { byUuid } from '../campaigns/api';
import { type Change, calling } from '../list/change';
import type { ListAction } from '../list/spec';

/** Sends native drafts as new ads come in: to moderation, unless their owner is trusted. */
export const SEND_AD: Change<Ad> = {
  each: calling(remoderateAdMutation, ({ id, group_id }: Ad) => ({ path: { id, group_id } })),
  done: 'sent',
};

/** Sends push ads so. */
export const SEND_PUSH_AD: Change<PushAd> = { each: byUuid(remoderatePushAdMutation), done: 'sent' };

/** The action that sends drafts. */
export const sending = <Row extends { is_draft: boolean }>(
  change: Change<Row>,
  isArchived: (row: Row) => boolean,
): ListAction<Row> => ({
  label: 'Send the draft',
  icon: IconSend,
  when: (row) => row.is_draft && !isArchived(row),
  change,
});

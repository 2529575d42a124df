import { IconSend } from '@tabler/icons-react';
import { remoderateAdMutation, remoderatePushAdMutation } from '~/api/queries';
import type { Ad, PushAd } from '~/api/sdk';
import { AdStatus, CampaignStatus } from '~/api/words';
import { byUuid } from '../../campaigns/api';
import { type Change, calling } from '../../list/change';
import type { ListAction } from '../../list/spec';

const told = ({ title }: { title: string }) => ({ title: 'Ad sent', detail: `“${title}” is no draft any more.` });

/** Sends native drafts as new ads come in: to moderation, unless their owner is trusted. */
const SEND_AD: Change<Ad> = {
  each: calling(remoderateAdMutation, ({ id, group_id }: Ad) => ({ path: { id, group_id } })),
  done: 'sent',
  // Its switch stays that of a draft until the answer; after that nobody sends it a second time, or starts it.
  becomes: (ad) => ({ ...ad, is_draft: false, status_id: AdStatus.Waiting }),
  told,
};

/** Sends push ads so. */
const SEND_PUSH_AD: Change<PushAd> = {
  each: byUuid(remoderatePushAdMutation),
  done: 'sent',
  becomes: (ad) => ({ ...ad, is_draft: false, status_id: CampaignStatus.Moderation }),
  told,
};

/** The action that sends drafts. */
const sending = <Row extends { is_draft: boolean }>(
  change: Change<Row>,
  isArchived: (row: Row) => boolean,
): ListAction<Row> => ({
  label: 'Send the draft',
  many: 'Send drafts',
  icon: IconSend,
  when: (row) => row.is_draft && !isArchived(row),
  change,
});

/** That of native ads. */
export const sendingAds = (isArchived: (ad: Ad) => boolean): ListAction<Ad> => sending(SEND_AD, isArchived);

/** That of push ads. */
export const sendingPushAds = (isArchived: (ad: PushAd) => boolean): ListAction<PushAd> =>
  sending(SEND_PUSH_AD, isArchived);

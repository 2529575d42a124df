import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { PushAd } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { CAMPAIGN_STATUSES, DRAFT, type Status, statusOf } from '~/lib/statuses';
import { StatusBadge } from '~/ui/status-badge';
import { LinkTrouble } from '../../ads/landing/link-look';
import { haltSentence } from '../../ads/list/halts';
import { PushReasons } from './push-reasons';

/** What the statuses of campaigns say of an ad. */
const WHY: Readonly<Partial<Record<CampaignStatus, string>>> = {
  [CampaignStatus.Stopped]: 'It is stopped, or its campaign is.',
  [CampaignStatus.Moderation]: 'A person will look at it.',
  [CampaignStatus.Declined]: 'The network declined its campaign, whose page says why.',
  [CampaignStatus.PausedByRule]: 'A rule of yours stopped it.',
  [CampaignStatus.Archived]: 'It is put away.',
};

const REJECTED = 'Moderation rejected it. Mend what it names and send it again.';

/** The status of a push ad. A declined campaign has its ads declined as well, those too that moderation let through. */
export function adStatus({
  status_id: id,
  is_rejected: isRejected,
  is_draft: isDraft,
  halts,
}: Pick<PushAd, 'status_id' | 'is_rejected' | 'is_draft' | 'halts'>): Status {
  if (isDraft && id === CampaignStatus.Stopped) return DRAFT;
  const status = statusOf(CAMPAIGN_STATUSES, id);
  const stands = id === CampaignStatus.Stopped || id === CampaignStatus.PausedByRule;
  const isDeclined = id === CampaignStatus.Declined;
  const why = (stands && haltSentence(halts)) || (isDeclined && isRejected ? REJECTED : WHY[id]);
  return why ? { ...status, why } : status;
}

/** The status with what belongs to it: why it was rejected, what is wrong with its page, who has it open. */
export function StatusOfAd({ ad }: { ad: PushAd }) {
  return (
    <span className="row">
      <StatusBadge status={adStatus(ad)} />
      {ad.is_rejected && ad.status_id === CampaignStatus.Declined && <PushReasons ad={ad} />}
      <LinkTrouble ad={ad} />
      {ad.is_locked && (
        <Tooltip label="A moderator has it open; it cannot be edited for some minutes.">
          <IconLock size={14} aria-label="Open at a moderator" />
        </Tooltip>
      )}
    </span>
  );
}

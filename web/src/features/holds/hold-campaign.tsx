import { IconBan, IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  dataOf,
  declineCampaignMutation,
  getUserCampaignOptions,
  pauseCampaignMutation,
  resumeCampaignMutation,
} from '~/api/queries';
import type { HeldCampaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { askEnd, askReason } from './hold-dialog';
import styles from './holds.module.css';

/** How a campaign is held. */
const HOLDS = {
  pause: {
    action: 'Pause',
    done: 'Campaign paused',
    hint: 'The owner reads it. No ad of it is chosen from now on, and the owner cannot start the campaign.',
    mutation: pauseCampaignMutation,
  },
  decline: {
    action: 'Decline',
    done: 'Campaign declined',
    hint: 'The owner reads it. The campaign is declined as a whole; only the owner of the network takes that back.',
    mutation: declineCampaignMutation,
  },
} as const;

const RESUME = {
  title: 'Let this campaign go on?',
  action: 'Let it go on',
  done: 'Campaign goes on',
  mutation: resumeCampaignMutation,
  text: ({ is_started_wanted: isWanted }: HeldCampaign) =>
    isWanted
      ? 'Its owner has it switched on: it is shown again as soon as nothing else stops it.'
      : 'Its owner has it switched off: it stays stopped until they start it.',
};

const heldQuery = (id: number) => getUserCampaignOptions({ path: { id } });

/** That staff hold a campaign, and why; nothing while they do not. */
function HeldNote({ campaign }: { campaign: HeldCampaign }) {
  const { is_declined: isDeclined, staff_reason: reason } = campaign;
  if (!isDeclined && !campaign.is_paused_by_staff) return null;
  return (
    <Note tone={isDeclined ? 'bad' : 'warn'}>
      {isDeclined ? 'The network declined it' : 'The network paused it'}
      {reason ? `: ${reason}` : '.'}
    </Note>
  );
}

/** What became of a campaign since a dialog was opened for it. */
function Since({ shown }: { shown: HeldCampaign }) {
  if (shown.is_declined || shown.is_paused_by_staff) return <HeldNote campaign={shown} />;
  return <Note tone="info">It was changed meanwhile. The network does not hold it now.</Note>;
}

/** What all decisions on a campaign have. */
const of = (seen: HeldCampaign) => ({
  seen,
  name: seen.name,
  queryKey: heldQuery(seen.id).queryKey,
  since: (shown: HeldCampaign) => <Since shown={shown} />,
});

const hold = (campaign: HeldCampaign, how: (typeof HOLDS)[keyof typeof HOLDS]) =>
  askReason({ ...of(campaign), ...how, title: `${how.action} ${campaign.name}?` });

const resume = (campaign: HeldCampaign) => askEnd({ ...of(campaign), ...RESUME });

/** Somebody's campaign: whose it is, whether staff hold it and why, and what they can do about that. */
export function HoldCampaign({ id }: { id: number }) {
  const asGod = isGod(useUser());
  const { data: campaign } = useQuery({ ...heldQuery(id), select: dataOf });
  // What is wrong is told below, by the question that stands for the same campaign.
  if (!campaign) return null;
  const { is_paused_by_staff: isPaused, is_declined: isDeclined, staff_reason: reason } = campaign;
  const isArchived = campaign.status_id === CampaignStatus.Archived;
  const isHeld = isPaused || isDeclined;
  return (
    <section className="stack" aria-label={`Campaign ${campaign.name}`}>
      <div className={styles.held}>
        <StatusBadge
          soft
          status={statusOf(CAMPAIGN_STATUSES, campaign.status_id)}
          {...(reason ? { why: reason } : {})}
        />
        <span className={styles.heldName}>
          <b>{campaign.name}</b> of{' '}
          <Link {...paths.user(campaign.advertiser_id)} className="link">
            {campaign.advertiser_email}
          </Link>
        </span>
        {!isArchived && !isHeld && (
          <Button size="tool" onClick={() => hold(campaign, HOLDS.pause)}>
            <IconLock size={16} aria-hidden />
            Pause
          </Button>
        )}
        {!isArchived && !isDeclined && (
          <Button size="tool" variant="badline" onClick={() => hold(campaign, HOLDS.decline)}>
            <IconBan size={16} aria-hidden />
            Decline
          </Button>
        )}
        {!isArchived && isHeld && (asGod || !isDeclined) && (
          <Button size="tool" onClick={() => resume(campaign)}>
            <IconPlayerPlay size={16} aria-hidden />
            Let it go on
          </Button>
        )}
      </div>
      <HeldNote campaign={campaign} />
    </section>
  );
}

import { Textarea } from '@mantine/core';
import { IconBan, IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  dataOf,
  declineCampaignMutation,
  getUserCampaignOptions,
  make,
  pauseCampaignMutation,
  resumeCampaignMutation,
} from '~/api/queries';
import type { HeldCampaign } from '~/api/sdk';
import { CampaignStatus, HOLD_FORM_LIMITS } from '~/api/words';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { openDialog } from '~/ui/dialogs';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import { AskForm } from '../list/ask-form';
import styles from './admin.module.css';

/** How a campaign is held. */
const HOLDS = {
  pause: {
    action: 'Pause',
    done: 'Campaign paused',
    hint: 'The owner reads it. Nothing is shown from now on, and the owner cannot start the campaign.',
    mutation: pauseCampaignMutation,
  },
  decline: {
    action: 'Decline',
    done: 'Campaign declined',
    hint: 'The owner reads it. The campaign is declined as a whole, whatever its ads are.',
    mutation: declineCampaignMutation,
  },
} as const;

type Hold = (typeof HOLDS)[keyof typeof HOLDS];

function ReasonDialog({ id, campaign, hold }: { id: string; campaign: HeldCampaign; hold: Hold }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const run = async () => {
    const told = reason.trim();
    if (!told) throw new RangeError('A reason is needed: the owner reads it.');
    await make(hold.mutation, { path: { id: campaign.id }, body: { reason: told } }, client);
    toast(hold.done, { detail: campaign.name });
  };
  return (
    <AskForm id={id} action={hold.action} run={run}>
      {(error) => (
        <Textarea
          label="Reason"
          description={hold.hint}
          autosize
          minRows={2}
          maxLength={HOLD_FORM_LIMITS.reason.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={error}
          data-autofocus
        />
      )}
    </AskForm>
  );
}

function askReason(campaign: HeldCampaign, hold: Hold): void {
  const id = `hold-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `${hold.action} ${campaign.name}?`,
    size: 460,
    children: <ReasonDialog id={id} campaign={campaign} hold={hold} />,
  });
}

/** Somebody's campaign: whose it is, whether staff hold it and why, and what they can do about that. */
export function HoldCampaign({ id }: { id: number }) {
  const client = useQueryClient();
  const { data: campaign } = useQuery({ ...getUserCampaignOptions({ path: { id } }), select: dataOf });
  // What is wrong is told below, by the question that stands for the same campaign.
  if (!campaign) return null;
  const { is_paused_by_staff: isPaused, is_declined: isDeclined, staff_reason: reason } = campaign;
  const isArchived = campaign.status_id === CampaignStatus.Archived;
  const isHeld = isPaused || isDeclined;
  const resume = () =>
    confirm({
      title: 'Let this campaign go on?',
      body: campaign.is_started_wanted
        ? 'Its owner has it switched on: it is shown again within a second.'
        : 'Its owner has it switched off: it stays stopped until they start it.',
      action: 'Let it go on',
      keep: 'Keep it held',
      tone: 'ink',
      run: async () => {
        await make(resumeCampaignMutation, { path: { id } }, client);
        toast('Campaign goes on', { detail: campaign.name });
      },
    });
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
          <Button size="tool" onClick={() => askReason(campaign, HOLDS.pause)}>
            <IconLock size={16} aria-hidden />
            Pause
          </Button>
        )}
        {!isArchived && !isDeclined && (
          <Button size="tool" variant="badline" onClick={() => askReason(campaign, HOLDS.decline)}>
            <IconBan size={16} aria-hidden />
            Decline
          </Button>
        )}
        {!isArchived && isHeld && (
          <Button size="tool" onClick={resume}>
            <IconPlayerPlay size={16} aria-hidden />
            Let it go on
          </Button>
        )}
      </div>
      {isHeld && (
        <Note tone={isDeclined ? 'bad' : 'warn'}>
          {isDeclined ? 'The network declined it' : 'The network paused it'}
          {reason ? `: ${reason}` : '.'}
        </Note>
      )}
    </section>
  );
}

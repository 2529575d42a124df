import { Textarea } from '@mantine/core';
import { IconBan, IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { askAnew, useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
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

type Hold = (typeof HOLDS)[keyof typeof HOLDS];

const heldQuery = (id: number) => getUserCampaignOptions({ path: { id } });

/**
 * Decides on the campaign as it is shown now. All that is shown is asked for anew, whatever came of it: whoever was slower than
 * somebody else sees first what that one did, and whoever got no answer what is.
 */
async function decide(client: QueryClient, seen: HeldCampaign, call: (version: number) => Promise<unknown>) {
  const { version } = client.getQueryData(heldQuery(seen.id).queryKey)?.data ?? seen;
  const end = () => askAnew(client);
  await call(version).then(end, async (error: unknown) => {
    await end();
    throw error;
  });
}

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
function Since({ seen }: { seen: HeldCampaign }) {
  const { data: campaign } = useQuery({ ...heldQuery(seen.id), select: dataOf });
  return campaign && campaign.version !== seen.version ? <HeldNote campaign={campaign} /> : null;
}

function ReasonDialog({ id, campaign, hold }: { id: string; campaign: HeldCampaign; hold: Hold }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const run = async () => {
    const told = reason.trim();
    if (!told) throw new RangeError('A reason is needed: the owner reads it.');
    await decide(client, campaign, (version) =>
      make(hold.mutation, { path: { id: campaign.id }, body: { reason: told, version } }, client),
    );
    toast(hold.done, { detail: campaign.name });
  };
  return (
    <AskForm id={id} action={hold.action} run={run}>
      {(error) => (
        <>
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
          {error && <Since seen={campaign} />}
        </>
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
  const asGod = isGod(useUser());
  const { data: campaign } = useQuery({ ...heldQuery(id), select: dataOf });
  // What is wrong is told below, by the question that stands for the same campaign.
  if (!campaign) return null;
  const { is_paused_by_staff: isPaused, is_declined: isDeclined, staff_reason: reason } = campaign;
  const isArchived = campaign.status_id === CampaignStatus.Archived;
  const isHeld = isPaused || isDeclined;
  const resume = () =>
    confirm({
      title: 'Let this campaign go on?',
      body: (
        <div className="stack">
          <p>
            {campaign.is_started_wanted
              ? 'Its owner has it switched on: it is shown again as soon as nothing else stops it.'
              : 'Its owner has it switched off: it stays stopped until they start it.'}
          </p>
          <Since seen={campaign} />
        </div>
      ),
      action: 'Let it go on',
      keep: 'Keep it held',
      tone: 'ink',
      run: async () => {
        await decide(client, campaign, (version) =>
          make(resumeCampaignMutation, { path: { id }, body: { version } }, client),
        );
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
        {!isArchived && isHeld && (asGod || !isDeclined) && (
          <Button size="tool" onClick={resume}>
            <IconPlayerPlay size={16} aria-hidden />
            Let it go on
          </Button>
        )}
      </div>
      <HeldNote campaign={campaign} />
    </section>
  );
}

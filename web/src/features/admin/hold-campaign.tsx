import { Textarea } from '@mantine/core';
import { IconBan, IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
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
 * A decision on a campaign as its dialog shows it, whatever the page behind it knows by now. All that is shown is asked for anew,
 * whatever came of it: whoever was slower than somebody else sees first what that one did, and whoever got no answer what is.
 */
function useDecision(seen: HeldCampaign) {
  const client = useQueryClient();
  const [shown, setShown] = useState(seen);
  const decide = async (call: (client: QueryClient) => Promise<unknown>) => {
    const end = () => askAnew(client);
    await call(client).then(end, async (error: unknown) => {
      await end();
      const { data: now = shown } = client.getQueryData(heldQuery(seen.id).queryKey) ?? {};
      setShown(now);
      throw error;
    });
  };
  return { shown, decide };
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
function Since({ seen, shown }: { seen: HeldCampaign; shown: HeldCampaign }) {
  if (shown.version === seen.version) return null;
  if (shown.is_declined || shown.is_paused_by_staff) return <HeldNote campaign={shown} />;
  return <Note tone="info">It was changed meanwhile. The network does not hold it now.</Note>;
}

function ReasonDialog({ id, campaign, hold }: { id: string; campaign: HeldCampaign; hold: Hold }) {
  const { shown, decide } = useDecision(campaign);
  const [reason, setReason] = useState('');
  const run = async () => {
    const told = reason.trim();
    if (!told) throw new RangeError('A reason is needed: the owner reads it.');
    const form = { path: { id: campaign.id }, body: { reason: told, version: shown.version } };
    await decide((client) => make(hold.mutation, form, client));
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
          <Since seen={campaign} shown={shown} />
        </>
      )}
    </AskForm>
  );
}

function ResumeDialog({ id, campaign }: { id: string; campaign: HeldCampaign }) {
  const { shown, decide } = useDecision(campaign);
  const run = async () => {
    const form = { path: { id: campaign.id }, body: { version: shown.version } };
    await decide((client) => make(resumeCampaignMutation, form, client));
    toast('Campaign goes on', { detail: campaign.name });
  };
  return (
    <AskForm id={id} action="Let it go on" run={run}>
      {(error) => (
        <>
          <p className="t2">
            {shown.is_started_wanted
              ? 'Its owner has it switched on: it is shown again as soon as nothing else stops it.'
              : 'Its owner has it switched off: it stays stopped until they start it.'}
          </p>
          {error && <Note tone="bad">{error}</Note>}
          <Since seen={campaign} shown={shown} />
        </>
      )}
    </AskForm>
  );
}

function ask(title: string, content: (id: string) => ReactNode): void {
  const id = `hold-${performance.now()}`;
  openDialog({ modalId: id, title, size: 460, children: content(id) });
}

const askReason = (campaign: HeldCampaign, hold: Hold) =>
  ask(`${hold.action} ${campaign.name}?`, (id) => <ReasonDialog id={id} campaign={campaign} hold={hold} />);

const askResume = (campaign: HeldCampaign) =>
  ask('Let this campaign go on?', (id) => <ResumeDialog id={id} campaign={campaign} />);

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
          <Button size="tool" onClick={() => askResume(campaign)}>
            <IconPlayerPlay size={16} aria-hidden />
            Let it go on
          </Button>
        )}
      </div>
      <HeldNote campaign={campaign} />
    </section>
  );
}

import { Textarea } from '@mantine/core';
import { IconBan, IconLock, IconLockOpen, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import {
  blockSiteMutation,
  dataOf,
  getUserSiteOptions,
  holdSiteEarningsMutation,
  letSiteEarningsGoMutation,
  make,
  unblockSiteMutation,
} from '~/api/queries';
import type { HeldSite } from '~/api/sdk';
import { HOLD_FORM_LIMITS, SiteStatus } from '~/api/words';
import { askAnew, useUnit, useUser } from '~/app/queries';
import { formatMoney, formatTime } from '~/lib/format';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { openDialog } from '~/ui/dialogs';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import { AskForm } from '../list/ask-form';
import styles from './admin.module.css';

/** What is done for a reason. */
const HOLDS = {
  block: {
    action: 'Block',
    done: 'Site blocked',
    hint: 'The owner reads it. The blocks of the site stay empty, and the owner cannot change it.',
    mutation: blockSiteMutation,
  },
  earnings: {
    action: 'Hold the earnings back',
    done: 'Earnings are held back',
    hint: 'The owner reads it. What becomes due from now on is put aside. What is available already stays so.',
    mutation: holdSiteEarningsMutation,
  },
} as const;

/** What becomes of a site when its block ends, by what it was before. */
const AFTER_BLOCK: Partial<Record<number, string>> = {
  [SiteStatus.Waiting]: 'It waits for a moderator, as it did before its block.',
  [SiteStatus.Approved]:
    'It shows ads again. Where it is not verified yet, or another site of its domain is approved, it waits for a moderator.',
  [SiteStatus.Rejected]: 'It is rejected, as it was before its block, and its owner reads why.',
};

/** What ends that. */
const ENDS = {
  block: {
    action: 'Take the block back',
    done: 'Site no longer blocked',
    text: ({ blocked_from_id: from }: HeldSite) => AFTER_BLOCK[from ?? SiteStatus.Waiting] ?? '',
    mutation: unblockSiteMutation,
  },
  earnings: {
    action: 'Let the earnings go',
    done: 'Earnings are let go',
    text: () => 'What was put aside becomes available at once.',
    mutation: letSiteEarningsGoMutation,
  },
} as const;

const siteQuery = (id: number) => getUserSiteOptions({ path: { id } });

/** What became of a site since a dialog was opened for it. */
function Since({ seen, shown }: { seen: HeldSite; shown: HeldSite }) {
  if (shown.version === seen.version) return null;
  return <Note tone="info">It was changed meanwhile. Close this to see what is, or do it all the same.</Note>;
}

/**
 * A decision on a site as its dialog shows it. Whatever came of it, all that is shown is asked for anew: whoever was slower than
 * somebody else is told.
 */
function useDecision(seen: HeldSite) {
  const client = useQueryClient();
  const [shown, setShown] = useState(seen);
  const decide = async (call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      await askAnew(client);
      setShown(client.getQueryData(siteQuery(seen.id).queryKey)?.data ?? shown);
      throw error;
    }
    await askAnew(client);
  };
  return { client, shown, decide };
}

function ReasonDialog({ id, site, hold }: { id: string; site: HeldSite; hold: (typeof HOLDS)[keyof typeof HOLDS] }) {
  const { client, shown, decide } = useDecision(site);
  const [reason, setReason] = useState('');
  const run = async () => {
    const told = reason.trim();
    if (!told) throw new RangeError('A reason is needed: the owner reads it.');
    const form = { path: { id: site.id }, body: { reason: told, version: shown.version } };
    await decide(() => make(hold.mutation, form, client));
    toast(hold.done, { detail: site.domain });
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
          <Since seen={site} shown={shown} />
        </>
      )}
    </AskForm>
  );
}

function EndDialog({ id, site, end }: { id: string; site: HeldSite; end: (typeof ENDS)[keyof typeof ENDS] }) {
  const { client, shown, decide } = useDecision(site);
  const run = async () => {
    const form = { path: { id: site.id }, body: { version: shown.version } };
    await decide(() => make(end.mutation, form, client));
    toast(end.done, { detail: site.domain });
  };
  return (
    <AskForm id={id} action={end.action} run={run}>
      {(error) => (
        <>
          <p className="t2">{end.text(shown)}</p>
          {error && <Note tone="bad">{error}</Note>}
          <Since seen={site} shown={shown} />
        </>
      )}
    </AskForm>
  );
}

const dialogId = () => `hold-${performance.now()}`;

function askReason(site: HeldSite, hold: (typeof HOLDS)[keyof typeof HOLDS]): void {
  const modalId = dialogId();
  const children = <ReasonDialog id={modalId} site={site} hold={hold} />;
  openDialog({ modalId, title: `${hold.action}: ${site.domain}?`, size: 460, children });
}

function askEnd(site: HeldSite, end: (typeof ENDS)[keyof typeof ENDS]): void {
  const modalId = dialogId();
  const children = <EndDialog id={modalId} site={site} end={end} />;
  openDialog({ modalId, title: `${end.action}: ${site.domain}?`, size: 460, children });
}

/** Somebody's site: whose it is, whether it is blocked or its earnings are held back, and what staff can do about that. */
export function HoldSite({ id }: { id: number }) {
  const unit = useUnit();
  const asGod = isGod(useUser());
  const { data: site, error } = useQuery({ ...siteQuery(id), select: dataOf });
  // What was told before may no longer hold.
  if (error) return <Note tone="warn">{errorText(error)}</Note>;
  if (!site) return null;
  const isBlocked = site.status_id === SiteStatus.Blocked;
  const isArchived = site.status_id === SiteStatus.Archived;
  const { earnings_held_reason: reason, earnings_held_at: since } = site;
  return (
    <section className="stack" aria-label={`Site ${site.domain}`}>
      <div className={styles.held}>
        <StatusBadge soft status={statusOf(SITE_STATUSES, site.status_id)} />
        <span className={styles.heldName}>
          <b>{site.domain}</b> of{' '}
          <Link {...paths.user(site.webmaster_id)} className="link">
            {site.webmaster_email}
          </Link>
        </span>
        {!isBlocked && !isArchived && (
          <Button size="tool" variant="badline" onClick={() => askReason(site, HOLDS.block)}>
            <IconBan size={16} aria-hidden />
            Block
          </Button>
        )}
        {isBlocked && (asGod || !site.is_block_of_god) && (
          <Button size="tool" onClick={() => askEnd(site, ENDS.block)}>
            <IconPlayerPlay size={16} aria-hidden />
            Take the block back
          </Button>
        )}
        {asGod && !reason && (
          <Button size="tool" onClick={() => askReason(site, HOLDS.earnings)}>
            <IconLock size={16} aria-hidden />
            Hold the earnings back
          </Button>
        )}
        {asGod && reason && (
          <Button size="tool" onClick={() => askEnd(site, ENDS.earnings)}>
            <IconLockOpen size={16} aria-hidden />
            Let the earnings go
          </Button>
        )}
      </div>
      {isBlocked && <Note tone="bad">The network blocked it: {site.reject_comment}</Note>}
      {isBlocked && site.is_block_of_god && !asGod && (
        <Note tone="info">The network’s owner blocked it: ask them to take that back.</Note>
      )}
      {reason && (
        <Note tone="warn">
          Its earnings are held back{since ? ` since ${formatTime(since)} UTC` : ''},{' '}
          {formatMoney(site.earnings_held, unit)} of them was due since then: {reason}
        </Note>
      )}
    </section>
  );
}

import { IconBan, IconLock, IconLockOpen, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '~/api/problem';
import {
  blockSiteMutation,
  dataOf,
  getUserSiteOptions,
  holdSiteEarningsMutation,
  letSiteEarningsGoMutation,
  unblockSiteMutation,
} from '~/api/queries';
import type { HeldSite } from '~/api/sdk';
import { SiteStatus } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { formatMoney, formatTime } from '~/lib/format';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { askEnd, askReason } from './hold-dialog';
import styles from './holds.module.css';

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

/** What all decisions on a site have. */
const of = (seen: HeldSite, { action }: { action: string }) => ({
  seen,
  title: `${action}: ${seen.domain}?`,
  name: seen.domain,
  queryKey: siteQuery(seen.id).queryKey,
  since: () => <Note tone="info">It was changed meanwhile. Close this to see what is, or do it all the same.</Note>,
});

const hold = (site: HeldSite, how: (typeof HOLDS)[keyof typeof HOLDS]) => askReason({ ...of(site, how), ...how });

const end = (site: HeldSite, how: (typeof ENDS)[keyof typeof ENDS]) => askEnd({ ...of(site, how), ...how });

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
          <Button size="tool" variant="badline" onClick={() => hold(site, HOLDS.block)}>
            <IconBan size={16} aria-hidden />
            Block
          </Button>
        )}
        {isBlocked && (asGod || !site.is_block_of_god) && (
          <Button size="tool" onClick={() => end(site, ENDS.block)}>
            <IconPlayerPlay size={16} aria-hidden />
            Take the block back
          </Button>
        )}
        {asGod && !reason && (
          <Button size="tool" onClick={() => hold(site, HOLDS.earnings)}>
            <IconLock size={16} aria-hidden />
            Hold the earnings back
          </Button>
        )}
        {asGod && reason && (
          <Button size="tool" onClick={() => end(site, ENDS.earnings)}>
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

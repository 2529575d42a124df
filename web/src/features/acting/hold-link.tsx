import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIsActing } from '~/app/session';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';

/**
 * For staff in the cabinet of a campaign's owner: where they pause or decline it. In a tab of its own, which speaks for
 * themselves.
 */
export function HoldLink({ campaign }: { campaign: number }) {
  if (!useIsActing()) return null;
  return (
    <Link
      to="/admin/delivery"
      search={{ campaign_id: campaign }}
      target="_blank"
      rel="noopener"
      preload={false}
      className={buttonClass()}
    >
      <IconLock size={16} aria-hidden />
      Pause or decline
    </Link>
  );
}

/** The same of a site: where they block it or hold its earnings back. */
export function HoldSiteLink({ site }: { site: number }) {
  if (!useIsActing()) return null;
  return (
    <Link {...paths.networkSite(site)} target="_blank" rel="noopener" preload={false} className={buttonClass()}>
      <IconLock size={16} aria-hidden />
      Block or hold
    </Link>
  );
}

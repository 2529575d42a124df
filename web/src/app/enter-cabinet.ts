import { redirect } from '@tanstack/react-router';
import { homeOf, mayOpen } from '~/lib/roles';
import type { RouterContext } from '~/router';
import { userQuery } from './queries';

const HOMES = { advertiser: '/advertiser/campaigns', webmaster: '/webmaster/sites' } as const;

/** `/advertiser` and `/webmaster` are landing pages for visitors and the way into the cabinet for active users. */
export async function enterCabinet({ context }: { context: RouterContext }, side: keyof typeof HOMES): Promise<void> {
  if (!context.session.current) return;
  const user = await context.queryClient.ensureQueryData(userQuery).catch(() => null);
  // Somebody unconfirmed may read what is public.
  if (!user || user.status_id === 1) return;
  throw redirect({ href: mayOpen(user, HOMES[side]) ? HOMES[side] : homeOf(user), replace: true });
}

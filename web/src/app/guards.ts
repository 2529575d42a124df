import { notFound, redirect } from '@tanstack/react-router';
import type { User } from '~/api/sdk';
import { homeOf, mayOpen } from '~/lib/roles';
import { rememberWanted, safePath, takeWanted } from '~/lib/session';
import type { RouterContext } from '~/router';
import { userQuery } from './queries';

interface GuardArgs {
  context: RouterContext;
  location: { pathname: string; href: string };
}

/** Pages of a user: login first (the path is remembered), then the right role, else 404. */
export async function requireUser({ context, location }: GuardArgs): Promise<{ user: User }> {
  if (!context.session.current) {
    rememberWanted(sessionStorage, location.href, null);
    throw redirect({ to: '/account/login', replace: true });
  }
  const user = await context.queryClient.ensureQueryData(userQuery);
  if (user.status_id === 1 && location.pathname !== '/account/confirm') {
    throw redirect({ to: '/account/confirm', replace: true });
  }
  if (!mayOpen(user, location.pathname)) throw notFound();
  return { user };
}

/** Where somebody who has just logged in goes: the asked address, the remembered one, the own cabinet. */
export function landing(user: User, redirectTo: unknown): string {
  const asked = safePath(redirectTo);
  const wanted = asked ?? takeWanted(sessionStorage, String(user.id));
  return wanted && mayOpen(user, new URL(wanted, location.origin).pathname) ? wanted : homeOf(user);
}

/** Pages for guests: whoever is logged in is sent on. */
export async function guestOnly({ context }: GuardArgs, redirectTo: unknown): Promise<void> {
  if (!context.session.current) return;
  const user = await context.queryClient.ensureQueryData(userQuery).catch(() => null);
  if (!user || !context.session.current) return;
  if (user.status_id === 1) throw redirect({ to: '/account/confirm', replace: true });
  throw redirect({ href: landing(user, redirectTo), replace: true });
}

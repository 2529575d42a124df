import { notFound, redirect } from '@tanstack/react-router';
import type { User } from '~/api/sdk';
import { asksWho, landingOf, visit } from '~/lib/access';
import type { FindPage } from '~/lib/pages';
import { forgetWanted, rememberWanted, wantedOf } from '~/lib/safe-path';
import type { RouterContext } from '~/router';
import { tabStorage } from './browser';
import { userQuery } from './queries';

interface GuardArgs {
  context: RouterContext;
  location: { pathname: string; href: string; search: object };
  /** A look ahead, when a link is pointed at: it leaves no trace. */
  preload?: boolean;
}

/**
 * The guard of every page: opens it, sends on, asks for the login (the path is remembered) or tells that there is no such
 * page. Pages say in their routes who they are for; who gets where is decided by `lib/access`.
 */
export async function guard({ context, location, preload }: GuardArgs): Promise<void> {
  // Asked before anything can end it: the page is remembered for whose session it was.
  const owner = context.session.current?.user || null;
  if (!preload) context.session.sync();
  const redirectTo = 'redirect_to' in location.search ? location.search.redirect_to : undefined;
  const page = context.findPage(location.pathname);
  const isAsked = asksWho(page) || redirectTo !== undefined;
  const isGuestsToo = visit(page, null) === 'open';
  const user = isAsked ? await currentUser(context, isGuestsToo) : null;
  const verdict = visit(page, user, { find: context.findPage, redirectTo, wanted: () => user && wanted(user) });
  if (verdict === 'open') {
    if (!preload && !isGuestsToo) forgetWanted(tabStorage);
    return;
  }
  if (verdict === 'missing') throw notFound();
  if (verdict === 'login') {
    if (!preload) rememberWanted(tabStorage, location.href, owner);
    throw redirect({ to: '/account/login', replace: true });
  }
  throw redirect({ href: verdict.go, replace: true });
}

/** Who is logged in; null for nobody, also when the session turned out to be over. A guests' page opens without an answer too. */
async function currentUser(context: RouterContext, isGuestsToo: boolean): Promise<User | null> {
  if (!context.session.current) return null;
  try {
    return await context.queryClient.ensureQueryData(userQuery);
  } catch (error) {
    if (!context.session.current || isGuestsToo) return null;
    throw error;
  }
}

const wanted = (user: User): string | null => wantedOf(tabStorage, String(user.id));

/** Where somebody goes whom nothing keeps out of the cabinet any more: the remembered page, else home. */
export function landing(find: FindPage, user: User): string {
  return landingOf(user, { find, wanted: () => wanted(user) });
}

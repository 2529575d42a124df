import type { User } from '~/api/sdk';
import { logOut } from './log-out';
import { useUser } from './queries';
import { session } from './session';

/** The member of staff who acts as the user of this tab; null when they act for themselves. */
export function useActing(): NonNullable<User['acting']> | null {
  return useUser()?.acting ?? null;
}

/** Ends acting, here and on the server. The own session stays. */
export async function endActing(): Promise<void> {
  if (session.isActing) await logOut();
}

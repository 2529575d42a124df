import type { User } from '~/api/sdk';
import { logOut } from './log-out';
import { useUser } from './queries';
import { session } from './session';

/** The member of staff who acts as the user. */
export interface Acting {
  id: number;
  email: string;
  name?: string;
}

/** What nobody may do for somebody else, said beside what is switched off. */
export const NOT_WHILE_ACTING = 'Not possible while you act as somebody else.';

/** Who acts as the user of this tab; null when they act for themselves. Hide or disable with `NOT_WHILE_ACTING` what is theirs alone. */
export function useActing(): Acting | null {
  const user = useUser() as (User & { acting?: Acting | null }) | undefined;
  return user?.acting ?? null;
}

/** Ends acting, here and on the server. The own session stays. */
export async function endActing(): Promise<void> {
  if (!session.isActing) return;
  await logOut();
  session.endActing('logout');
}

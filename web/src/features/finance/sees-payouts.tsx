import { useActing } from '~/app/acting';
import { isSales } from '~/lib/roles';
import { Note } from '~/ui/note';

/** Whether payouts and wallets are shown: sales read the money of their clients without them. */
export function useSeesPayouts(): boolean {
  const acting = useActing();
  return acting === null || !isSales(acting);
}

/** Stands in the place of what sales do not see. */
export function NoPayouts() {
  return <Note tone="info">Sales read the money of their clients, and no payouts and wallets.</Note>;
}

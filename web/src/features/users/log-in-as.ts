import { createImpersonationMutation, make } from '~/api/queries';
import type { AdminUser } from '~/api/sdk';
import { UserStatus, UserType } from '~/api/words';
import { queryClient } from '~/app/queries';
import { toastError } from '~/ui/toast';

/** Whether the staff may work as a user: only as an ordinary one who is not gone. */
export const canLogInAs = (user: AdminUser) =>
  user.type_id === UserType.Ordinary && user.status_id !== UserStatus.Deleted && user.status_id !== UserStatus.Blocked;

/** Whose cabinet is on its way. */
const opening = new Set<number>();

/**
 * Opens the cabinet of a user in a tab of its own, once however often it is pressed meanwhile. The tab is opened in the click itself, or
 * the browser would refuse it.
 */
export async function logInAs(id: number): Promise<void> {
  if (opening.has(id)) return;
  opening.add(id);
  const tab = window.open('', '_blank');
  try {
    const { data } = await make(createImpersonationMutation, { path: { user_id: id } }, queryClient);
    const url = data.url ?? '';
    if (tab) {
      tab.opener = null;
      tab.location.replace(new URL(url, location.origin));
    } else {
      location.assign(url);
    }
  } catch (error) {
    tab?.close();
    toastError('The cabinet was not opened', error);
  } finally {
    opening.delete(id);
  }
}

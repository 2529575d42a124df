import { toastError } from '~/ui/toast';
import { impersonate } from './api';

/** Opens the cabinet of a user in a tab of its own. The tab is opened in the click itself, or the browser would refuse it. */
export async function logInAs(id: number): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const url = await impersonate(id);
    if (tab) {
      tab.opener = null;
      tab.location.replace(new URL(url, location.origin));
    } else {
      location.assign(url);
    }
  } catch (error) {
    tab?.close();
    toastError('The cabinet was not opened', error);
  }
}

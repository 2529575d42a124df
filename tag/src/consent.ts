/** Whether the page has a consent manager; what it says is read by a file of its own. */
import { load } from './files';
import type { Consent, ConsentFile } from './host';

type Managers = { __tcfapi?: unknown; __gpp?: unknown };

/** Whether a consent manager is on the page, or on one around it of the same origin. */
function hasManager(): boolean {
  let at = window as Window & Managers;
  try {
    while (!at.__tcfapi && !at.__gpp && at.parent !== at) {
      // Its names cannot be read where the page around is of another origin.
      at = at.parent as Window & Managers;
    }
    return !!(at.__tcfapi || at.__gpp);
  } catch {
    return false;
  }
}

/** What the visitor allows now. Nobody asked is nothing allowed, and so is a manager that cannot be understood. */
export const readConsent = async (): Promise<Consent> => {
  try {
    return hasManager() ? await (await load<ConsentFile>('consent')).read() : {};
  } catch {
    return {};
  }
};

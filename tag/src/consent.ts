/** Whether the page has a consent manager; what it says is read by a file of its own. */
import { load } from './files';
import type { Consent, ConsentFile } from './host';

type Managers = { __tcfapi?: unknown; __gpp?: unknown };

/** What the visitor allows now. Nobody asked is nothing allowed, and so is a manager that cannot be understood. */
export const readConsent = async (): Promise<Consent> => {
  let at = window as Window & Managers;
  try {
    // On the page, or on one around it: where that is of another origin, its names cannot be read.
    while (!at.__tcfapi && !at.__gpp) {
      if (at.parent === at) {
        return {};
      }
      at = at.parent as Window & Managers;
    }
    return await (await load<ConsentFile>('consent')).read();
  } catch {
    return {};
  }
};

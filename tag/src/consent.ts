/** IAB TCF v2.2: without purpose 1 ("store and/or access information on a device") nothing is stored. */

interface TcData {
  tcString?: string;
  eventStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<string, boolean> };
}

type TcfApi = (command: string, version: number, callback: (data: TcData, ok: boolean) => void) => void;

/** What a page's consent manager says. */
export interface Consent {
  /** The transparency and consent string; "" where the page has no manager. */
  tcf: string;
  /** Whether the visitor's machine may be written to. */
  storage: boolean;
}

/** How long a consent manager may take before ads are asked for without storage, in ms. */
const CONSENT_WAIT_MS = 500;
const STORAGE_KEY = 'placard.visitor';

/** Asks the page's consent manager, if it has one. */
export function readConsent(): Promise<Consent> {
  const none: Consent = { tcf: '', storage: false };
  const api = (window as { __tcfapi?: TcfApi }).__tcfapi;
  if (typeof api !== 'function') {
    return Promise.resolve(none);
  }
  return new Promise((resolve) => {
    setTimeout(() => resolve(none), CONSENT_WAIT_MS);
    try {
      api('addEventListener', 2, (data, ok) => {
        if (ok && (data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete')) {
          const storage = data.gdprApplies === false || data.purpose?.consents?.['1'] === true;
          resolve({ tcf: data.tcString ?? '', storage });
        }
      });
    } catch {
      resolve(none);
    }
  });
}

/** The visitor's id from the page's own storage, made at the first visit; "" where storage is not allowed. */
export function visitorId(storage: boolean): string {
  if (!storage) {
    return '';
  }
  try {
    const known = localStorage.getItem(STORAGE_KEY);
    if (known && /^[0-9a-f]{16}$/.test(known)) {
      return known;
    }
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(STORAGE_KEY, made);
    return made;
  } catch {
    return '';
  }
}

/**
 * What the visitor allows, as the page's consent managers say it: IAB TCF v2.2 (without purpose 1, "store and/or access
 * information on a device", nothing is stored), IAB GPP (an opt-out of a US section) and Global Privacy Control. Answers that
 * come late, change or are taken back are followed.
 */

import type { Consent, ConsentFile } from '../host';
import { Later, VENDOR } from '../network';
import { register } from '../register';

interface TcData {
  tcString?: string;
  eventStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<string, boolean> };
  vendor?: { consents?: Record<string, boolean> };
}

interface GppData {
  signalStatus?: string;
  applicableSections?: number[];
  parsedSections?: Record<string, unknown>;
}

type TcfApi = (command: string, version: number, callback: (data: TcData, ok: boolean) => void) => void;
type GppApi = (command: string, callback: (data: { pingData?: GppData } | null, ok: boolean) => void) => void;
type Managers = { __tcfapi?: TcfApi; __gpp?: GppApi };

/** How long a consent manager may take before ads are asked for without storage, in ms. */
const CONSENT_WAIT_MS = 500;
const STORAGE_KEY = 'placard.visitor';
/** The first section of GPP that is of a US state; those before are of the European Union and Canada. */
const FIRST_US_SECTION = 6;

let tcData: TcData | undefined;
let gppData: GppData | undefined;
/** The managers that were found, each with the moment at which it has said something or had its time. */
const heard: { tcf?: Promise<void>; gpp?: Promise<void> } = {};

/** Whether anything in the sections says "do not sell, share or target". */
const hasOptedOut = (sections: unknown): boolean =>
  Object.values(sections ?? {})
    .flat()
    .some((section) => {
      const says = section as Record<string, unknown> | null;
      return (
        says?.SaleOptOut === 1 ||
        says?.SharingOptOut === 1 ||
        says?.TargetedAdvertisingOptOut === 1 ||
        says?.OptOutSale === 'Y' ||
        says?.Gpc === true
      );
    });

/** Whether somebody said no, rather than nothing. */
const isRefused = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  hasOptedOut(gppData?.parsedSections) ||
  (tcData !== undefined && !tcfAllows(tcData));

const tcfAllows = ({ gdprApplies, purpose, vendor }: TcData): boolean => {
  const number = VENDOR.replace(/\D+/, '');
  return (
    gdprApplies === false ||
    (purpose?.consents?.['1'] === true && (number === '0' || vendor?.consents?.[number] === true))
  );
};

/** Forgets the visitor as soon as that is what they want. */
const follow = (): void => {
  if (isRefused()) {
    try {
      localStorage.removeItem(STORAGE_KEY);
    } catch {
      // A page without storage keeps nothing.
    }
  }
};

/** The window with a manager: this one, or one around it that is of the same origin. */
function managerOf(name: keyof Managers): Window & Managers {
  let at: Window & Managers = window;
  try {
    while (typeof at[name] !== 'function' && at.parent !== at) {
      at = at.parent as Window & Managers;
      // Throws where the page around is of another origin.
      void at[name];
    }
    return at;
  } catch {
    return window as Window & Managers;
  }
}

/** Calls `listen` with what a manager's listener calls; settled at the first answer, or when it took too long. */
const hear = (listen: (answered: () => void) => void): Promise<void> =>
  new Later((resolve) => {
    setTimeout(resolve, CONSENT_WAIT_MS);
    try {
      listen(() => {
        follow();
        resolve();
      });
    } catch {
      resolve();
    }
  });

/** Finds the managers of the page, also those that came after the script. */
function findManagers(): void {
  const tcf = heard.tcf ? undefined : managerOf('__tcfapi').__tcfapi;
  if (typeof tcf === 'function') {
    heard.tcf = hear((answered) =>
      tcf('addEventListener', 2, (data, ok) => {
        if (ok && (data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete')) {
          tcData = data;
          answered();
        }
      }),
    );
  }
  const gpp = heard.gpp ? undefined : managerOf('__gpp').__gpp;
  if (typeof gpp === 'function') {
    heard.gpp = hear((answered) =>
      gpp('addEventListener', (data, ok) => {
        if (ok && data?.pingData?.signalStatus === 'ready') {
          gppData = data.pingData;
          answered();
        }
      }),
    );
  }
}

/** The visitor's id from the page's own storage, made at the first visit; none where the storage cannot be had. */
function visitorId(): string | undefined {
  try {
    const known = localStorage.getItem(STORAGE_KEY);
    if (known && /^[0-9a-f]{16}$/.test(known)) {
      return known;
    }
    const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
    const made = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(STORAGE_KEY, made);
    return made;
  } catch {
    return undefined;
  }
}

/** What the visitor allows now; a manager that has not answered yet is waited for, for a moment. */
export async function readConsent(): Promise<Consent> {
  findManagers();
  await heard.tcf;
  await heard.gpp;
  follow();
  // Where the GDPR may hold, its manager has to say so; a US section without an opt-out is a yes.
  const isAllowed = heard.tcf
    ? tcData !== undefined
    : !!gppData?.applicableSections?.length &&
      gppData.applicableSections.every((section) => section >= FIRST_US_SECTION);
  const tcf = tcData?.tcString;
  const visitor = isAllowed && !isRefused() && visitorId();
  return { ...(tcf && { tcf }), ...(visitor && { visitor }) };
}

const file: ConsentFile = { name: 'consent', read: readConsent };
register(file);

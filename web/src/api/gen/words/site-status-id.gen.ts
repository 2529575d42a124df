// This file is made by tools/apigen/words.mjs.

/** The status of a site. */
export const SiteStatus = {
  Waiting: 1,
  Approved: 2,
  Rejected: 3,
  Blocked: 4,
  Archived: 5,
} as const;

/** The status of a site. */
export type SiteStatus = (typeof SiteStatus)[keyof typeof SiteStatus];

/** What people read. The status of a site. */
export const SITE_STATUS_LABELS: Readonly<Record<SiteStatus, string>> = {
  1: 'Waiting',
  2: 'Approved',
  3: 'Rejected',
  4: 'Blocked',
  5: 'Archived',
};

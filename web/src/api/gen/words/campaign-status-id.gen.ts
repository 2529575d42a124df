// This file is made by tools/apigen/words.mjs.

/** The status of campaigns, groups and push ads. */
export const CampaignStatus = {
  Stopped: 1,
  Started: 2,
  Archived: 3,
  PausedByStaff: 4,
  DailyBudget: 5,
  Schedule: 6,
  TotalBudget: 7,
  AdvertiserBalance: 8,
  PausedByRule: 9,
  Moderation: 10,
  Declined: 11,
} as const;

/** The status of campaigns, groups and push ads. */
export type CampaignStatus = (typeof CampaignStatus)[keyof typeof CampaignStatus];

/** What people read. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_LABELS: Readonly<Record<CampaignStatus, string>> = {
  1: 'Stopped',
  2: 'Started',
  3: 'Archived',
  4: 'Paused by staff',
  5: 'Daily limit spent',
  6: 'Schedule',
  7: 'Total limit spent',
  8: 'No balance',
  9: 'Paused',
  10: 'Moderation',
  11: 'Declined',
};

/** Those that are running. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_RUNNING: readonly CampaignStatus[] = [2, 5, 6, 7, 8, 9];

/** Those that are switchable. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_SWITCHABLE: readonly CampaignStatus[] = [1, 2, 5, 6, 7, 8, 9, 10];

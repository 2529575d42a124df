// This file is made by tools/apigen/words.mjs.

/** The kind of a campaign. */
export const CampaignType = {
  Native: 1,
  Push: 2,
} as const;

/** The kind of a campaign. */
export type CampaignType = (typeof CampaignType)[keyof typeof CampaignType];

/** What people read. The kind of a campaign. */
export const CAMPAIGN_TYPE_LABELS: Readonly<Record<CampaignType, string>> = {
  1: 'Native',
  2: 'Push',
};

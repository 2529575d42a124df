// This file is made by tools/apigen/words.mjs.

/** The kind of a campaign. */
export const CampaignType = {
  Native: 1,
  Push: 2,
} as const;

/** The kind of a campaign. */
export type CampaignType = (typeof CampaignType)[keyof typeof CampaignType];

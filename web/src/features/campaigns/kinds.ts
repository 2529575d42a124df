import type { CampaignTypeId } from '~/api/sdk';

/** The kinds of campaigns, and what they are called. */
export const CAMPAIGN_TYPE_LABELS: Readonly<Record<CampaignTypeId, string>> = { 1: 'Native', 2: 'Push' };

/** Push, as the API numbers it. */
export const PUSH: CampaignTypeId = 2;

/** The numbers of both. */
export const CAMPAIGN_TYPES: readonly CampaignTypeId[] = [1, 2];

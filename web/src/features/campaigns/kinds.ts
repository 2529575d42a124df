import type { CampaignTypeId } from '~/api/sdk';
import { CAMPAIGN_STATUS_LABELS, CampaignStatus } from '~/api/words';
import { tabsOf } from '~/lib/list';

/** The kinds of campaigns, and what they are called. */
export const CAMPAIGN_TYPE_LABELS: Readonly<Record<CampaignTypeId, string>> = { 1: 'Native', 2: 'Push' };

/** Push, as the API numbers it. */
export const PUSH: CampaignTypeId = 2;

/** The numbers of both. */
export const CAMPAIGN_TYPES: readonly CampaignTypeId[] = [1, 2];

/** The statuses that campaigns of both kinds, and ads of push, have tabs for. */
export const CAMPAIGN_TABS = tabsOf(CAMPAIGN_STATUS_LABELS, [
  CampaignStatus.Started,
  CampaignStatus.Stopped,
  CampaignStatus.DailyBudget,
  CampaignStatus.TotalBudget,
  CampaignStatus.Schedule,
  CampaignStatus.Moderation,
  CampaignStatus.Declined,
  CampaignStatus.Archived,
]);

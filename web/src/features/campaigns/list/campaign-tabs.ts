import { CAMPAIGN_STATUS_LABELS, CampaignStatus } from '~/api/words';
import { tabsOf } from '~/lib/list';

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

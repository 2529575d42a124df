// This file is made by tools/apigen/words.mjs.

/** What `list_ad_groups` can be sorted by. */
export const LIST_AD_GROUPS_ORDERS = ['id', 'name', 'status', 'running_ads_count', 'status_id', 'campaign_name', 'ads_count', 'ad_started_count', 'approve', 'bid', 'clicks_count', 'confirmed_cpm', 'confirmed_ctr', 'confirmed_ecpm', 'confirmed_shows_count', 'cpc', 'cpl', 'cpm', 'cr', 'ctr', 'ecpm', 'epc', 'impressions', 'invalid_clicks_count', 'invalid_shows_count', 'lead', 'money', 'postbacks_approved_count', 'postbacks_approved_money', 'postbacks_count', 'postbacks_hold_count', 'postbacks_hold_money', 'postbacks_money', 'postbacks_rejected_count', 'postbacks_rejected_money', 'roi_money', 'roi_percentage', 'shows_count', 'weight'] as const;

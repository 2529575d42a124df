// This file is made by tools/apigen/words.mjs.

/** What `list_push_campaigns` can be sorted by. */
export const LIST_PUSH_CAMPAIGNS_ORDERS = ['id', 'name', 'status', 'running_ads_count', 'content_type', 'daily_money_limit', 'total_money_limit', 'spent_today', 'spent_total', 'status_id', 'campaign_name', 'ads_count', 'content_type_id', 'impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'expense', 'epc', 'ecpm', 'cr'] as const;

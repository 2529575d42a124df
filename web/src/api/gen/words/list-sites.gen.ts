// This file is made by tools/apigen/words.mjs.

/** What `list_sites` can be sorted by. */
export const LIST_SITES_ORDERS = ['id', 'name', 'title', 'domain', 'status', 'status_id', 'blocks_count', 'bid', 'bid_web', 'clicks_count', 'confirmed_cpm', 'confirmed_cpm_web', 'confirmed_ctr', 'confirmed_ctr_web', 'confirmed_ecpm', 'confirmed_shows_count', 'cpc', 'cpm', 'ctr', 'ecpm', 'impressions', 'invalid_clicks_count', 'invalid_shows_count', 'money', 'money_web', 'shows_count', 'shows_count_web'] as const;

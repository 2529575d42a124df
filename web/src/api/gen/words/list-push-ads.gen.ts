// This file is made by tools/apigen/words.mjs.

/** What `list_push_ads` can be sorted by. */
export const LIST_PUSH_ADS_ORDERS = ['id', 'title', 'status', 'bid', 'status_id', 'text', 'impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'expense', 'epc', 'ecpm', 'cr'] as const;

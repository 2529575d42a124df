import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { ListAnswer } from '~/api/types';

/** A line of the advertiser's history: clicks are one a campaign and day. */
export interface AdvertiserEntry {
  /** Dollars; negative for what was spent. */
  amount: number;
  currency: string;
  operation_type: number;
  date: string;
  id?: number | string;
  campaign_id?: number | null;
  campaign_name?: string | null;
  comment?: string | null;
  /** Balance after it, when the server tells it. */
  balance?: number | null;
}

/** A line of the webmaster's history. */
export interface WebmasterEntry {
  id: number | string;
  /** Dollars. */
  amount: number;
  currency: string;
  wallet: { number: string; payment_type: { id: number; name: string } } | null;
  type: string;
  type_index: number;
  date: string;
  status_id: number | null;
  status: string | null;
  comment: string | null;
}

/** Rows a page of the advertiser's history. */
export const ADVERTISER_PAGE = 5;
/** Rows a page of the webmaster's history. */
export const WEBMASTER_PAGE = 15;

/** The advertiser's history, newest first. */
export function advertiserHistoryQuery(page: number) {
  return queryOptions({
    queryKey: ['advertiser', 'history', page],
    queryFn: ({ signal }) =>
      call<ListAnswer<AdvertiserEntry>>('GET', '/api/advertiser/balance/history', {
        query: { page, count: ADVERTISER_PAGE, order_by: 'processed_at', order_direction: 'desc' },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The webmaster's history, newest first. */
export function webmasterHistoryQuery(page: number) {
  return queryOptions({
    queryKey: ['webmaster', 'history', page],
    queryFn: ({ signal }) =>
      call<ListAnswer<WebmasterEntry>>('GET', '/api/webmaster/balance/history', {
        query: { page, count: WEBMASTER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAdvertiserHistory, listWebmasterHistory } from '~/api/sdk';

/** Rows a page of the advertiser's history. */
const ADVERTISER_PAGE = 5;
/** Rows a page of the webmaster's history. */
const WEBMASTER_PAGE = 15;

/** The advertiser's history, newest first. */
export function advertiserHistoryQuery(page: number) {
  return queryOptions({
    queryKey: ['advertiser', 'history', page],
    queryFn: async ({ signal }) =>
      (await listAdvertiserHistory({ query: { page, count: ADVERTISER_PAGE, order_by: 'processed_at' }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The webmaster's history, newest first. */
export function webmasterHistoryQuery(page: number) {
  return queryOptions({
    queryKey: ['webmaster', 'history', page],
    queryFn: async ({ signal }) =>
      (await listWebmasterHistory({ query: { page, count: WEBMASTER_PAGE }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

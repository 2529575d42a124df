/** What the click log of each side is: its calls, and what it can be narrowed by. */
import { FILES } from '~/api/files';
import { listAdvertiserClicksOptions, listWebmasterClicksOptions } from '~/api/queries';
import type { GetAdvertiserClickResponse, GetWebmasterClickResponse } from '~/api/sdk';
import type { VerdictName } from '~/api/words';
import { given } from '~/lib/list';
import type { List } from '../list/use-list';

/** A click as the advertiser sees it. */
export type BoughtClick = GetAdvertiserClickResponse['data'];
/** A click as the webmaster sees it. */
export type SoldClick = GetWebmasterClickResponse['data'];

type Query = NonNullable<Parameters<typeof listAdvertiserClicksOptions>[0]>['query'];

/** What a list asks, on either side. */
function queryOf({ state: { q, page, count, chosen, dir }, range }: List): NonNullable<Query> {
  const one = <T>(value: string | number | undefined) => (value === undefined ? undefined : [String(value) as T]);
  return {
    page,
    count,
    order_direction: dir,
    ...(q.trim() ? { searchPhrase: q.trim() } : {}),
    filters: {
      date_from: range.from,
      date_to: range.to,
      ...given({
        verdict: one<VerdictName>(chosen.verdict),
        campaign: one<string>(chosen.campaignId),
        group: one<string>(chosen.groupId),
        ad: one<string>(chosen.adId),
        site: one<string>(chosen.siteId),
        block: one<string>(chosen.blockId),
        country: one<string>(chosen.country),
        device: one<string>(chosen.device),
      }),
    },
  };
}

/** The advertiser's. */
export const BOUGHT = {
  choices: ['verdict', 'campaignId', 'groupId', 'adId', 'siteId', 'blockId', 'country', 'device'],
  rows: (list: List) => listAdvertiserClicksOptions({ query: queryOf(list) }),
  file: (list: List) => FILES.advertiserClicks(queryOf(list)),
};

/** The webmaster's. */
export const SOLD = {
  choices: ['verdict', 'siteId', 'blockId', 'country', 'device'],
  rows: (list: List) => listWebmasterClicksOptions({ query: queryOf(list) }),
  file: (list: List) => FILES.webmasterClicks(queryOf(list)),
};

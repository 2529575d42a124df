import { listAllPushAdsOptions, listPushAdsOptions } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { LIST_PUSH_ADS_ORDERS } from '~/api/words';
import { given, phraseOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import type { ListSpec } from '../../list/spec';
import type { List } from '../../list/use-list';
import { asList, pushListQuery } from '../api';
import { PUSH_AD_COLUMNS } from './push-ad-columns';
import { PUSH_AD_ROWS } from './push-ad-rows';

const queryOf = (list: List) => ({
  ...pushListQuery(list, LIST_PUSH_ADS_ORDERS),
  ...given({ ad: phraseOf(list.state) }),
});

/** The ads of one campaign. */
export const campaignAdsList = (campaign: string): ListSpec<PushAd> => ({
  ...PUSH_AD_ROWS,
  name: 'push-ads',
  rows: (list) => ({
    ...listPushAdsOptions({ path: { uuid: campaign }, query: queryOf(list) }),
    select: asList<PushAd>,
  }),
  first: {
    title: 'The first push ad goes here',
    text: 'A title, a sentence, an icon, an address and a bid.',
    action: { label: 'New push ad', link: paths.pushMediaCreate(campaign) },
  },
});

/** Push ads of all campaigns, with where each one belongs. */
export const ALL_PUSH_ADS: ListSpec<PushAd> = {
  ...PUSH_AD_ROWS,
  name: 'all-push-ads',
  sort: 'impressions',
  count: 20,
  rows: (list) => ({
    ...listAllPushAdsOptions({ query: queryOf(list) }),
    select: asList<PushAd>,
  }),
  columns: [
    ...PUSH_AD_COLUMNS,
    {
      id: 'where',
      label: 'Campaign',
      text: ({ campaign_name: name }) => name,
      opens: ({ campaign_uuid: uuid }) => paths.pushMedias(uuid),
    },
  ],
  first: {
    title: 'Your push ads go here',
    text: 'Push ads belong to a push campaign. Open one, or make the first one.',
    action: { label: 'To push campaigns', link: { to: '/advertiser/campaigns/push' }, icon: null },
  },
};

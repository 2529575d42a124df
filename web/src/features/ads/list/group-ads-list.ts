import { listAdsOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AdStatus, LIST_ADS_ORDERS } from '~/api/words';
import { paths } from '~/lib/paths';
import type { ListSpec } from '../../list/spec';
import { idsText } from '../sheet/ids';
import { adColumns, FORMATS } from './ad-columns';
import { ALL_ADS } from './ads-list';

/** Ads of one group. */
export const groupAdsList = (campaign: string, group: string): ListSpec<Ad> => ({
  ...ALL_ADS,
  name: 'ads',
  sort: 'id',
  count: 50,
  columns: adColumns(FORMATS),
  actions: ALL_ADS.actions?.map((action) =>
    action !== '-' && action.toMany
      ? { ...action, toMany: (ads) => paths.mediasSheet(campaign, group, idsText(ads)) }
      : action,
  ) as ListSpec<Ad>['actions'] & {},
  rows: ({ query }) => listAdsOptions({ path: { group_id: Number(group) }, query: query(LIST_ADS_ORDERS, AdStatus) }),
  first: {
    title: 'The first ad goes here',
    text: 'A title, two pictures, an address and a bid.',
    action: { label: 'New ad', link: paths.mediaCreate(campaign, group) },
  },
});

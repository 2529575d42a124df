import { listAllAdsOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AD_STATUS_LABELS, AdStatus, LIST_ADS_ORDERS } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { WATCHED_MS } from '~/lib/watched';
import { Thumb } from '~/ui/marks';
import type { ListSpec } from '../../list/spec';
import { ADS } from '../api';
import { thumbOf } from '../pictures/thumb';
import { AD_ACTIONS } from './ad-actions';
import { adColumns, FORMATS, WHERE } from './ad-columns';

/** Ads of all campaigns, with where each one belongs. */
export const ALL_ADS: ListSpec<Ad> = {
  ...ADS,
  name: 'all-ads',
  sort: 'shows_count',
  count: 20,
  tabs: tabsOf(AD_STATUS_LABELS, [
    AdStatus.Launched,
    AdStatus.Stopped,
    AdStatus.Waiting,
    AdStatus.Rejected,
    AdStatus.OutOfBudget,
    AdStatus.TimePaused,
    AdStatus.Processed,
    AdStatus.Archived,
  ]),
  rows: ({ query }) => listAllAdsOptions({ query: query(LIST_ADS_ORDERS, AdStatus) }),
  every: WATCHED_MS,
  search: { label: 'Search ads by title or id' },
  metrics: { side: 'advertiser', shown: ['shows_count', 'clicks_count', 'ctr', 'money', 'lead'] },
  named: {
    label: 'Ad',
    sort: 'title',
    mark: (ad) => <Thumb url={thumbOf(ad)} alt="" square />,
    opens: (ad) => paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id),
  },
  columns: adColumns(WHERE, { ...FORMATS, hidden: true }),
  actions: AD_ACTIONS,
  first: {
    title: 'Your ads go here',
    text: 'Ads belong to a group of a campaign. Open a campaign, or make the first one.',
    action: { label: 'To campaigns', link: { to: '/advertiser/campaigns' }, icon: null },
  },
};

import { listPushCampaignsOptions } from '~/api/queries';
import type { PushCampaign } from '~/api/sdk';
import { LIST_PUSH_CAMPAIGNS_ORDERS } from '~/api/words';
import { given, phraseOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { WATCHED_MS } from '~/lib/watched';
import { campaignStatus, LIMIT_TODAY, MARKS } from '../../campaigns/list/campaign-columns';
import { CAMPAIGN_TABS } from '../../campaigns/list/campaign-tabs';
import type { ListSpec } from '../../list/spec';
import { Places, placesInFile } from '../../targeting/places';
import { asList, PUSH_CAMPAIGNS, pushListQuery } from '../api';
import { PUSH_CAMPAIGN_ACTIONS } from './push-campaign-actions';
import { PushOpened } from './push-opened';
import { REACH, REACHED_MAX, withReach } from './reach-columns';

/** All push campaigns. */
export const PUSH_CAMPAIGN_LIST: ListSpec<PushCampaign> = {
  ...PUSH_CAMPAIGNS,
  name: 'push-campaigns',
  // What becomes of a push is known days after it was sent.
  period: '7d',
  sort: 'running_ads_count',
  tabs: CAMPAIGN_TABS,
  rows: (list) => {
    const query = {
      ...pushListQuery(list, LIST_PUSH_CAMPAIGNS_ORDERS),
      ...withReach(list),
      ...given({ campaign: phraseOf(list.state) }),
    };
    return { ...listPushCampaignsOptions({ query }), select: asList<PushCampaign> };
  },
  every: WATCHED_MS,
  fileCount: REACHED_MAX,
  search: { label: 'Search push campaigns by name or id' },
  figures: { label: 'Figures of all push campaigns', keys: ['expense', 'impressions', 'clicks', 'ctr', 'cpc', 'cr'] },
  metrics: { side: 'push', shown: ['impressions', 'clicks', 'ctr', 'cpc', 'expense', 'cr'] },
  named: {
    label: 'Campaign',
    sort: 'name',
    opens: ({ uuid }) => paths.push(uuid),
    aside: ({ id }) => id,
  },
  below: (campaign, { range }) => <PushOpened campaign={campaign} range={range} />,
  columns: [
    campaignStatus(({ status_id: status }) => status),
    { id: 'geo', label: 'Places', hidden: true, cell: (campaign) => <Places of={campaign} />, csv: placesInFile },
    {
      id: 'ads',
      label: 'Ads',
      help: 'Those that run, of all',
      align: 'right',
      sort: 'running_ads_count',
      text: ({ running_ads_count: running, ads_count: all }) => `${running} of ${all}`,
      opens: ({ uuid }) => paths.pushMedias(uuid),
    },
    ...REACH,
    MARKS,
    'metrics',
    LIMIT_TODAY,
  ],
  actions: PUSH_CAMPAIGN_ACTIONS,
  first: {
    title: 'Your first push campaign goes here',
    text: 'Notifications to people who allowed a website to send them some. You pay for valid clicks alone.',
    action: { label: 'New push campaign', link: { to: '/advertiser/campaigns/push/create' } },
  },
};

import { listAdGroupsOptions } from '~/api/queries';
import type { AdGroup } from '~/api/sdk';
import { CAMPAIGN_STATUS_LABELS, CampaignStatus, LIST_AD_GROUPS_ORDERS } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { WATCHED_MS } from '~/lib/watched';
import { GroupTest } from '../../ads/contest/group-test';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { Places, placesInFile } from '../../targeting/places';
import { GROUPS } from '../api';
import { GROUP_ACTIONS } from './group-actions';

/** The groups of a campaign. */
export const groupsList = (campaign: number): ListSpec<AdGroup> => ({
  ...GROUPS,
  name: 'groups',
  tabs: tabsOf(CAMPAIGN_STATUS_LABELS, [
    CampaignStatus.Started,
    CampaignStatus.Stopped,
    CampaignStatus.Schedule,
    CampaignStatus.Moderation,
    CampaignStatus.Declined,
    CampaignStatus.Archived,
  ]),
  rows: ({ query }) =>
    listAdGroupsOptions({ path: { id: campaign }, query: query(LIST_AD_GROUPS_ORDERS, CampaignStatus) }),
  every: WATCHED_MS,
  search: { label: 'Search groups by name or id' },
  metrics: {
    side: 'advertiser',
    shown: ['shows_count', 'clicks_count', 'ctr', 'cpc', 'money', 'lead'],
  },
  named: { label: 'Group', sort: 'name', opens: (group) => paths.group(group.campaign_id, group.id) },
  columns: [
    statusColumn(({ status }) => statusOf(CAMPAIGN_STATUSES, status), { sort: 'status' }),
    {
      id: 'format',
      label: 'Format',
      hidden: true,
      tags: ({ ad_format_type_id: format }) => [format ? formatNames([format]) : 'All'],
    },
    {
      id: 'ads',
      label: 'Ads running',
      align: 'right',
      text: (group) => group.ad_started_count,
      opens: (group) => paths.medias(group.campaign_id, group.id),
    },
    // Money is seen without scrolling.
    'metrics',
    { id: 'geo', label: 'Places', cell: (group) => <Places of={group} />, csv: placesInFile },
    {
      id: 'test',
      label: 'Test of ads',
      help: 'The running ad with the best CTR, the bounds that hold its CTR in 95 of 100 cases, and how sure it is that it beats the next one. Of the days chosen above; of the last 7 days while that is today.',
      width: 200,
      // In no file: it is an answer about all groups of the campaign, which a row does not have.
      cell: (group) => <GroupTest group={group} />,
    },
  ],
  actions: GROUP_ACTIONS,
  first: {
    title: 'The first group goes here',
    text: 'A group says who sees its ads: places, devices, hours, sites. One is enough to begin with.',
    action: { label: 'New group', link: paths.groupCreate(campaign) },
  },
});

import { IconAdjustments, IconCopy, IconEdit, IconPhoto, IconPlus } from '@tabler/icons-react';
import { listPushCampaignsOptions } from '~/api/queries';
import type { PushCampaign } from '~/api/sdk';
import { CampaignStatus, LIMITS, LIST_PUSH_CAMPAIGNS_ORDERS } from '~/api/words';
import { formatNumber } from '~/lib/format';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { heldWhy } from '../campaigns/api';
import { Budget } from '../campaigns/budget';
import { deletionOfCampaigns } from '../campaigns/campaign-actions';
import { CAMPAIGN_TABS } from '../campaigns/kinds';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { Places, placesInFile } from '../targeting/places';
import { archiveCampaigns, asList, PUSH_CAMPAIGNS, pushListQuery } from './api';
import { PushOpened } from './push-opened';

/** Rows of a page of which the server counts the subscribers. */
const REACHED_MAX = LIMITS.reached_campaigns;

/** Columns that say it. */
const REACH_COLUMNS = ['reach', 'due'];

/** A number of subscribers; a dash while it is not counted. */
const reachText = (count: number | undefined, isEstimate = false) =>
  count === undefined ? '–' : `${isEstimate && count > 0 ? 'About ' : ''}${formatNumber(count)}`;

/** Of all campaigns together; nothing where some are on another page. */
const totalText = (count: number | null | undefined) => (typeof count === 'number' ? formatNumber(count) : undefined);

/** All push campaigns. */
export const PUSH_CAMPAIGN_LIST: ListSpec<PushCampaign> = {
  ...PUSH_CAMPAIGNS,
  name: 'push-campaigns',
  // What becomes of a push is known days after it was sent.
  period: '7d',
  sort: 'running_ads_count',
  tabs: CAMPAIGN_TABS,
  rows: (list) => {
    const q = list.state.q.trim();
    const { count, columns, tab } = list.state;
    // Of more rows the server counts no subscribers, and archived ones are for nobody.
    const isShown = columns === null || columns.some((id) => REACH_COLUMNS.includes(id));
    const isCounted = count > 0 && count <= REACHED_MAX && isShown && tab?.status !== CampaignStatus.Archived;
    const reached = isCounted ? ({ with_reach: 1 } as const) : {};
    const query = { ...pushListQuery(list, LIST_PUSH_CAMPAIGNS_ORDERS), ...reached, ...(q ? { campaign: q } : {}) };
    return { ...listPushCampaignsOptions({ query }), select: asList<PushCampaign> };
  },
  every: 30_000,
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
    statusColumn(({ status_id }) => statusOf(CAMPAIGN_STATUSES, status_id), {
      sort: 'status',
      why: (row) => heldWhy(row).why,
    }),
    { id: 'geo', label: 'Places', hidden: true, cell: (campaign) => <Places of={campaign} />, csv: placesInFile },
    {
      id: 'ads',
      label: 'Ads running',
      align: 'right',
      sort: 'running_ads_count',
      text: ({ running_ads_count: running, ads_count: all }) => `${running} of ${all}`,
      opens: ({ uuid }) => paths.pushMedias(uuid),
    },
    {
      id: 'reach',
      label: 'Reach',
      align: 'right',
      cell: ({ reach }) => reachText(reach?.subscribers, reach?.is_estimate),
      csv: ({ reach }) => reach?.subscribers,
      help: 'Subscribers whom the campaign is for. The total counts each of them once.',
      totalOf: ({ reach }) => totalText(reach),
    },
    {
      id: 'due',
      label: 'Due today',
      align: 'right',
      cell: ({ reach }) => reachText(reach?.due_today, reach?.is_estimate),
      csv: ({ reach }) => reach?.due_today,
      totalOf: ({ due_today: due }) => totalText(due),
    },
    { id: 'marks', label: 'Labels', hidden: true, tags: ({ marks }) => marks },
    'metrics',
    {
      id: 'budget',
      label: 'Limit today',
      inUnit: true,
      cell: (campaign) => <Budget campaign={campaign} />,
      csv: (campaign) => campaign.daily_money_limit,
    },
  ],
  actions: [
    { label: 'Edit', icon: IconEdit, to: ({ uuid }) => paths.pushEdit(uuid) },
    { label: 'Ads', icon: IconPhoto, to: ({ uuid }) => paths.pushMedias(uuid) },
    { label: 'New ad', icon: IconPlus, to: ({ uuid }) => paths.pushMediaCreate(uuid) },
    { label: 'Copy', icon: IconCopy, to: ({ uuid }) => paths.pushCopy(uuid) },
    '-',
    {
      label: 'Settings',
      icon: IconAdjustments,
      only: 'bulk',
      when: ({ status_id: status }) => status !== CampaignStatus.Archived,
      open: (campaigns) =>
        void import('./push-bulk-settings').then(({ askPushSettings }) => askPushSettings(campaigns)),
    },
    ...archiveCampaigns,
    deletionOfCampaigns(),
  ],
  first: {
    title: 'Your first push campaign goes here',
    text: 'Notifications to people who allowed a website to send them some. You pay for valid clicks alone.',
    action: { label: 'New push campaign', link: { to: '/advertiser/campaigns/push/create' } },
  },
};

import { listCampaignsOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CAMPAIGN_STATUS_LABELS, CampaignStatus, LIST_CAMPAIGNS_ORDERS } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { CAMPAIGNS } from './api';
import { Budget } from './budget';
import { CAMPAIGN_ACTIONS } from './campaign-actions';

const LIST: ListSpec<Campaign> = {
  ...CAMPAIGNS,
  name: 'campaigns',
  sort: 'running_ads_count',
  tabs: tabsOf(CAMPAIGN_STATUS_LABELS, [
    CampaignStatus.Started,
    CampaignStatus.Stopped,
    CampaignStatus.DailyBudget,
    CampaignStatus.TotalBudget,
    CampaignStatus.Schedule,
    CampaignStatus.Moderation,
    CampaignStatus.Declined,
    CampaignStatus.Archived,
  ]),
  rows: ({ query }) => listCampaignsOptions({ query: query(LIST_CAMPAIGNS_ORDERS, CampaignStatus) }),
  every: 30_000,
  search: { label: 'Search campaigns by name or id' },
  figures: {
    label: 'Figures of all campaigns',
    keys: ['money', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'],
  },
  metrics: {
    side: 'advertiser',
    shown: ['shows_count', 'clicks_count', 'ctr', 'cpc', 'money', 'roi_percentage'],
  },
  named: { label: 'Campaign', sort: 'name', opens: ({ id }) => paths.campaign(id) },
  columns: [
    statusColumn(({ status }) => statusOf(CAMPAIGN_STATUSES, status), { sort: 'status' }),
    {
      id: 'ads',
      label: 'Ads running',
      align: 'right',
      sort: 'running_ads_count',
      hidden: true,
      text: (campaign) => campaign.running_ads_count,
    },
    'metrics',
    { id: 'budget', label: 'Budget today', inUnit: true, cell: (campaign) => <Budget campaign={campaign} /> },
  ],
  actions: CAMPAIGN_ACTIONS,
  first: {
    title: 'Your first campaign goes here',
    text: 'Write one message, say who should see it, set what a click is worth. No money is needed before you start it.',
    action: { label: 'New campaign', link: { to: '/advertiser/campaigns/campaign-formats' } },
  },
};

/** All campaigns: figures, status tabs, budgets as bars, inline start and stop. */
export const CampaignsPage = () => <ListPage spec={LIST} />;

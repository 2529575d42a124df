import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { listCampaignsOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CAMPAIGN_TYPE_LABELS, CampaignStatus, CampaignType, LIST_CAMPAIGNS_ORDERS } from '~/api/words';
import { given, textOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { WATCHED_MS } from '~/lib/watched';
import { buttonClass } from '~/ui/button';
import { ListPage } from '../../list/list-page';
import type { ListSpec } from '../../list/spec';
import { FirstSteps } from '../../steps/first-steps';
import { CAMPAIGNS } from '../api';
import { useMarkChoices } from '../mark-names';
import { CAMPAIGN_ACTIONS } from './campaign-actions';
import { campaignStatus, LIMIT_TODAY, MARKS } from './campaign-columns';
import { CAMPAIGN_TABS } from './campaign-tabs';

const leadsTo = ({ content_type: type }: Campaign) => type.name;

const LIST: ListSpec<Campaign> = {
  ...CAMPAIGNS,
  name: 'campaigns',
  sort: 'running_ads_count',
  tabs: CAMPAIGN_TABS,
  choices: ['kind', 'mark'],
  filters: [
    { kind: 'choice', name: 'kind', label: 'Kind', useOptions: () => CAMPAIGN_TYPE_LABELS },
    { kind: 'choice', name: 'mark', label: 'Label', isText: true, searchable: true, useOptions: useMarkChoices },
  ],
  rows: ({ query, state: { chosen } }) => {
    const asked = query(LIST_CAMPAIGNS_ORDERS, CampaignStatus);
    const mark = textOf(chosen.mark);
    const of = given({
      marks: mark === undefined ? mark : [mark],
      campaign_type_id: wordOf(CampaignType, chosen.kind),
    });
    return listCampaignsOptions({ query: { ...asked, filters: { ...asked.filters, ...of } } });
  },
  every: WATCHED_MS,
  search: { label: 'Search campaigns by name or id' },
  figures: {
    label: 'Figures of all campaigns',
    keys: ['money', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'],
  },
  metrics: { side: 'advertiser', shown: ['shows_count', 'clicks_count', 'ctr', 'cpc', 'money', 'roi_percentage'] },
  named: { label: 'Campaign', sort: 'name', opens: ({ id, uuid }) => (uuid ? paths.push(uuid) : paths.campaign(id)) },
  columns: [
    campaignStatus(({ status }) => status),
    { id: 'ads', label: 'Ads running', sort: 'running_ads_count', hidden: true, count: (row) => row.running_ads_count },
    { id: 'kind', label: 'Kind', tags: ({ campaign_type_id: kind }) => [CAMPAIGN_TYPE_LABELS[kind]] },
    MARKS,
    { id: 'content_type', label: 'Leads to', hidden: true, quiet: true, sort: 'content_type', text: leadsTo },
    'metrics',
    LIMIT_TODAY,
  ],
  actions: CAMPAIGN_ACTIONS,
  first: {
    title: 'Your first campaign goes here',
    text: 'Write one message, say who should see it, set what a click is worth. No money is needed before you start it.',
    action: { label: 'New campaign', link: { to: '/advertiser/campaigns/campaign-formats' } },
  },
};

/** All campaigns: figures, status tabs, budgets as bars, inline start and stop. */
export const CampaignsPage = () => (
  <ListPage
    spec={LIST}
    lead={<FirstSteps of="advertiser" />}
    more={
      <Link to="/advertiser/campaigns/push" className={buttonClass()}>
        <IconBell size={16} aria-hidden />
        Push campaigns
      </Link>
    }
  />
);

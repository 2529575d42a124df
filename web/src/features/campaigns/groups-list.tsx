import { IconEdit, IconPhoto, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  archiveAdGroupMutation,
  deleteAdGroupMutation,
  listAdGroupsOptions,
  unarchiveAdGroupMutation,
} from '~/api/queries';
import type { AdGroup } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { Tag } from '~/ui/marks';
import { archiving, deletion, itsOrTheir } from '../list/actions';
import { byId } from '../list/change';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { GROUPS } from './api';
import { targetingFacts } from './targeting-facts';

/** The groups of a campaign. */
export const groupsList = (campaign: number): ListSpec<AdGroup> => ({
  ...GROUPS,
  name: 'groups',
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'started', label: 'Started', status: CampaignStatus.Started },
    { value: 'stopped', label: 'Stopped', status: CampaignStatus.Stopped },
    { value: 'schedule', label: 'Schedule', status: CampaignStatus.Schedule },
    { value: 'moderation', label: 'Moderation', status: CampaignStatus.Moderation },
    { value: 'declined', label: 'Declined', status: CampaignStatus.Declined },
    { value: 'archived', label: 'Archived', status: CampaignStatus.Archived },
  ],
  rows: ({ query }) => listAdGroupsOptions({ path: { id: campaign }, query }),
  every: 30_000,
  search: { label: 'Search groups by name or id' },
  metrics: {
    side: 'advertiser',
    shown: ['shows_count', 'clicks_count', 'ctr', 'cpc', 'money', 'lead'],
  },
  columns: [
    { label: 'Group', sort: 'name', link: (group) => paths.group(group.campaign_id, group.id) },
    statusColumn(({ status }) => statusOf(CAMPAIGN_STATUSES, status), { sort: 'status' }),
    {
      id: 'format',
      label: 'Format',
      hidden: true,
      cell: ({ ad_format_type_id: format }) => <Tag>{format ? formatNames([format]) : 'All'}</Tag>,
    },
    {
      id: 'geo',
      label: 'Places',
      cell: (group) => (
        <span className="t2 ell" style={{ display: 'block', maxWidth: 200 }}>
          {targetingFacts(group)[0]?.value}
        </span>
      ),
    },
    {
      id: 'ads',
      label: 'Ads running',
      align: 'right',
      cell: (group) => (
        <Link {...paths.medias(group.campaign_id, group.id)} className="quiet">
          {group.ad_started_count}
        </Link>
      ),
    },
    'metrics',
  ],
  actions: [
    { label: 'Edit', icon: IconEdit, to: (group) => paths.groupEdit(group.campaign_id, group.id) },
    { label: 'Ads', icon: IconPhoto, to: (group) => paths.medias(group.campaign_id, group.id) },
    { label: 'New ad', icon: IconPlus, to: (group) => paths.mediaCreate(group.campaign_id, group.id) },
    '-',
    ...archiving<AdGroup>(
      GROUPS.noun,
      GROUPS.wish,
      ({ status }) => status === CampaignStatus.Archived,
      byId(archiveAdGroupMutation),
      byId(unarchiveAdGroupMutation),
    ),
    deletion(
      { each: byId(deleteAdGroupMutation) },
      (rows) => `${itsOrTheir(rows)} ads stop within a second and leave your lists. Statistics and payments stay.`,
    ),
  ],
  first: {
    title: 'The first group goes here',
    text: 'A group says who sees its ads: places, devices, hours, sites. One is enough to begin with.',
    action: { label: 'New group', link: paths.groupCreate(campaign) },
  },
});

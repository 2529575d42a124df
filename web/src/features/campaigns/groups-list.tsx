import {
  IconEdit,
  IconPhoto,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AdGroup, Campaign } from '~/api/types';
import { CAMPAIGN_STATUS_SWITCHABLE, CampaignStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import { plural } from '~/lib/format';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Switch } from '~/ui/controls';
import type { TableColumn } from '~/ui/data-table';
import { Tag } from '~/ui/marks';
import { RowMenu } from '~/ui/row-menu';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import styles from '../list/list.module.css';
import { ListView } from '../list/list-view';
import { metricColumns } from '../list/metric-columns';
import { useList } from '../list/use-list';
import { groupsQuery, remove, useStart } from './api';
import { targetingFacts } from './targeting-facts';

const LIST: ListDefaults = {
  name: 'groups',
  period: 'today',
  sort: 'id',
  dir: 'desc',
  count: 50,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'started', label: 'Started', status: CampaignStatus.Started },
    { value: 'stopped', label: 'Stopped', status: CampaignStatus.Stopped },
    { value: 'schedule', label: 'Schedule', status: CampaignStatus.Schedule },
    { value: 'moderation', label: 'Moderation', status: CampaignStatus.Moderation },
    { value: 'declined', label: 'Declined', status: CampaignStatus.Declined },
    { value: 'archived', label: 'Archived', status: CampaignStatus.Archived },
  ],
};

const SHOWN = ['shows_count', 'clicks_count', 'ctr', 'cpc', 'money', 'lead'];
const canStart = (group: AdGroup) => CAMPAIGN_STATUS_SWITCHABLE.includes(group.status);

/** The groups of a campaign. */
export function GroupsList({ campaign }: { campaign: Campaign }) {
  const unit = useUnit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useList(LIST);
  const answer = useQuery(groupsQuery(campaign.id, list.query));
  const { mutate: start } = useStart('groups', 'group');
  const totals = answer.data?.total_statistic;
  const columns = useMemo<TableColumn<AdGroup>[]>(
    () => [
      {
        id: 'name',
        label: 'Group',
        sort: 'name',
        cell: (group) => (
          <span className={styles.name}>
            <Switch
              checked={group.is_started_wanted}
              disabled={!canStart(group)}
              aria-label={`${group.name} is ${group.is_started_wanted ? 'on' : 'off'}`}
              onChange={(event) => start({ ids: [group.id], start: event.target.checked })}
            />
            <Link {...paths.group(group.campaign_id, group.id)} title={group.name}>
              {group.name}
            </Link>
            <span className={`${styles.id} mono t3`}>{group.id}</span>
          </span>
        ),
      },
      {
        id: 'status',
        label: 'Status',
        sort: 'status',
        cell: (group) => <StatusBadge status={statusOf(CAMPAIGN_STATUSES, group.status)} />,
      },
      {
        id: 'format',
        label: 'Format',
        hidden: true,
        cell: (group) => <Tag>{group.ad_format_type_id ? formatNames([group.ad_format_type_id]) : 'All'}</Tag>,
      },
      {
        id: 'geo',
        label: 'Geo',
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
      ...(list.state.stats
        ? metricColumns<AdGroup>({ side: 'advertiser', unit, shown: SHOWN, strong: 'money', totals })
        : []),
    ],
    [unit, totals, start, list.state.stats],
  );
  const askDelete = (rows: readonly AdGroup[], done: () => void) =>
    confirm({
      title: rows.length === 1 ? `Delete “${rows[0]?.name}”?` : `Delete ${plural(rows.length, 'group')}?`,
      body: `${rows.length === 1 ? 'Its' : 'Their'} ads stop within a second and leave your lists. Statistics and payments stay.`,
      action: `Delete ${rows.length}`,
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await remove(
          'groups',
          rows.map((row) => row.id),
        );
        done();
        await client.invalidateQueries({ queryKey: ['groups'] });
        toast(`${plural(rows.length, 'group')} deleted`);
      },
    });
  return (
    <ListView
      list={list}
      noun={['group', 'groups']}
      columns={columns}
      answer={answer}
      rowId={rowId}
      rowName={rowName}
      searchLabel="Search groups by name or id"
      menu={(group) => (
        <RowMenu
          name={group.name}
          actions={[
            {
              label: 'Edit',
              icon: <IconEdit size={14} />,
              onClick: () => void navigate(paths.groupEdit(group.campaign_id, group.id)),
            },
            {
              label: 'Ads',
              icon: <IconPhoto size={14} />,
              onClick: () => void navigate(paths.medias(group.campaign_id, group.id)),
            },
            {
              label: 'New ad',
              icon: <IconPlus size={14} />,
              onClick: () => void navigate(paths.mediaCreate(group.campaign_id, group.id)),
            },
            '-',
            {
              label: 'Delete',
              icon: <IconTrash size={14} />,
              bad: true,
              onClick: () => askDelete([group], () => undefined),
            },
          ]}
        />
      )}
      bulk={(rows, clear) => [
        {
          label: 'Start',
          icon: <IconPlayerPlayFilled size={14} aria-hidden />,
          onClick: () => start({ ids: rows.filter(canStart).map((row) => row.id), start: true }),
        },
        {
          label: 'Stop',
          icon: <IconPlayerStopFilled size={14} aria-hidden />,
          onClick: () => start({ ids: rows.filter(canStart).map((row) => row.id), start: false }),
        },
        { label: 'Delete', icon: <IconTrash size={14} aria-hidden />, onClick: () => askDelete(rows, clear) },
      ]}
      first={
        <Empty
          first
          title="The first group goes here"
          actions={
            <Link {...paths.groupCreate(campaign.id)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New group
            </Link>
          }
        >
          A group says who sees its ads: places, devices, hours, sites. One is enough to begin with.
        </Empty>
      }
    />
  );
}

const rowId = (group: AdGroup) => String(group.id);
const rowName = (group: AdGroup) => group.name;

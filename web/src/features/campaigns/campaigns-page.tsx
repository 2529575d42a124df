import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconEdit,
  IconPhoto,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { errorText } from '~/api/problem';
import type { Campaign } from '~/api/types';
import { CAMPAIGN_STATUS_SWITCHABLE, CampaignStatus, CampaignType } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatLimit, plural, unitSymbol } from '~/lib/format';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { previousRange } from '~/lib/period';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { AmountEdit } from '~/ui/amount-edit';
import { buttonClass } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Switch } from '~/ui/controls';
import type { TableColumn } from '~/ui/data-table';
import { Figures } from '~/ui/figures';
import { Bar, Tag } from '~/ui/marks';
import { RowMenu } from '~/ui/row-menu';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { toast, toastError } from '~/ui/toast';
import { pointsOf, seriesQuery } from '../charts/series-query';
import { PageHead } from '../frame/page-head';
import styles from '../list/list.module.css';
import { isBareList, ListView } from '../list/list-view';
import { metricColumns } from '../list/metric-columns';
import { StatsSwitch } from '../list/stats-switch';
import { totalFigures } from '../list/total-figures';
import { useList } from '../list/use-list';
import { archive, campaignsQuery, remove, saveLimits, useStart } from './api';

const LIST: ListDefaults = {
  name: 'campaigns',
  period: 'today',
  sort: 'running_ads_count',
  dir: 'desc',
  count: 50,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'started', label: 'Started', status: CampaignStatus.Started },
    { value: 'stopped', label: 'Stopped', status: CampaignStatus.Stopped },
    { value: 'daily', label: 'Daily budget', status: CampaignStatus.DailyBudget },
    { value: 'total', label: 'Total budget', status: CampaignStatus.TotalBudget },
    { value: 'schedule', label: 'Schedule', status: CampaignStatus.Schedule },
    { value: 'moderation', label: 'Moderation', status: CampaignStatus.Moderation },
    { value: 'declined', label: 'Declined', status: CampaignStatus.Declined },
    { value: 'archived', label: 'Archived', status: CampaignStatus.Archived },
  ],
};

const FIGURES = ['money', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'];
const SHOWN = ['shows_count', 'clicks_count', 'ctr', 'cpc', 'money', 'roi_percentage'];

/** Lowest limit that the server takes, in dollars. */
const MIN_LIMIT = 1;

/** Archived, declined and paused by staff: the owner's wish has no effect there. */
function canStart(campaign: Campaign): boolean {
  return CAMPAIGN_STATUS_SWITCHABLE.includes(campaign.status);
}

/** What is spent of the daily limit, as a bar with the limit beside; the limit is changed by a click. */
function Budget({ campaign, unit }: { campaign: Campaign; unit: CurrencyUnit }) {
  const client = useQueryClient();
  const limit = campaign.daily_money_limit ?? null;
  const save = async (value: number | null) => {
    await saveLimits(campaign, { daily_money_limit: value });
    await client.invalidateQueries({ queryKey: ['campaigns'] });
    toast(
      value === null ? 'Daily limit taken off' : `Daily limit is ${formatLimit(value, unit)} ${unitSymbol(unit)} now`,
    );
  };
  return (
    <span className="row" style={{ minWidth: 120 }}>
      {limit !== null && (
        <span className="grow" style={{ minWidth: 44 }}>
          <Bar
            share={limit > 0 ? campaign.spent_today / limit : 1}
            label={`${Math.round((campaign.spent_today / (limit || 1)) * 100)} % of the daily limit spent`}
          />
        </span>
      )}
      <AmountEdit
        label="Daily limit"
        name={campaign.name}
        value={limit}
        unit={unit}
        decimals={2}
        step={10}
        minimum={MIN_LIMIT}
        optional
        onSave={save}
      >
        {limit === null ? (
          <span className="t3">No limit</span>
        ) : (
          <span className="t2 num">{formatLimit(limit, unit)}</span>
        )}
      </AmountEdit>
    </span>
  );
}

/** All campaigns: figures, status tabs, budgets as bars, inline start and stop. */
export function CampaignsPage() {
  const unit = useUnit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useList(LIST);
  const answer = useQuery(campaignsQuery(list.query));
  const earlier = useQuery({
    ...campaignsQuery({
      page: 1,
      count: 1,
      filters: { date_from: previousRange(list.range).from, date_to: previousRange(list.range).to },
      is_show_stats: 1,
    }),
    enabled: list.state.stats,
    refetchInterval: false,
  });
  const { mutate: start } = useStart('campaigns', 'campaign');
  const isBare = isBareList(answer, list);
  const totals = answer.data?.total_statistic;
  const series = useQuery({ ...seriesQuery('advertiser', list.range), enabled: list.state.stats });
  const columns = useMemo<TableColumn<Campaign>[]>(
    () => [
      {
        id: 'name',
        label: 'Campaign',
        sort: 'name',
        cell: (campaign) => (
          <span className={styles.name}>
            <Switch
              checked={campaign.is_started_wanted}
              disabled={!canStart(campaign)}
              aria-label={`${campaign.name} is ${campaign.is_started_wanted ? 'on' : 'off'}`}
              onChange={(event) => start({ ids: [campaign.id], start: event.target.checked })}
            />
            <Link {...paths.campaign(campaign.id)} title={campaign.name}>
              {campaign.name}
            </Link>
            <span className={`${styles.id} mono t3`}>{campaign.id}</span>
          </span>
        ),
      },
      {
        id: 'format',
        label: 'Format',
        cell: (campaign) =>
          campaign.campaign_type_id === CampaignType.Push ? (
            <Tag icon={<IconBell size={12} aria-hidden />}>Push</Tag>
          ) : (
            <Tag icon={<IconPhoto size={12} aria-hidden />}>Native</Tag>
          ),
      },
      {
        id: 'status',
        label: 'Status',
        sort: 'status',
        cell: (campaign) => <StatusBadge status={statusOf(CAMPAIGN_STATUSES, campaign.status)} />,
      },
      {
        id: 'ads',
        label: 'Ads running',
        align: 'right',
        sort: 'running_ads_count',
        hidden: true,
        cell: (campaign) => campaign.running_ads_count,
      },
      ...(list.state.stats
        ? metricColumns<Campaign>({ side: 'advertiser', unit, shown: SHOWN, strong: 'money', totals })
        : []),
      {
        id: 'budget',
        label: `Budget today, ${unitSymbol(unit)}`,
        cell: (campaign) => <Budget campaign={campaign} unit={unit} />,
      },
    ],
    [unit, totals, start, list.state.stats],
  );

  const putAway = useCallback(
    async (rows: readonly Campaign[], on: boolean) => {
      const ids = rows.map((row) => row.id);
      try {
        await archive('campaigns', ids, on);
        toast(`${plural(ids.length, 'campaign')} ${on ? 'archived' : 'restored'}`, {
          undo: () => void putAway(rows, !on),
        });
      } catch (error) {
        toastError(on ? 'Not archived' : 'Not restored', error);
      }
      await client.invalidateQueries({ queryKey: ['campaigns'] });
    },
    [client],
  );
  const askDelete = (rows: readonly Campaign[], done: () => void) =>
    confirm({
      title: rows.length === 1 ? `Delete “${rows[0]?.name}”?` : `Delete ${plural(rows.length, 'campaign')}?`,
      body: `${rows.length === 1 ? 'It stops within a second and leaves your lists. Its' : 'They stop within a second and leave your lists. Their'} statistics and payments stay.`,
      action: `Delete ${rows.length}`,
      keep: 'Keep',
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await remove(
          'campaigns',
          rows.map((row) => row.id),
        );
        done();
        await client.invalidateQueries({ queryKey: ['campaigns'] });
        toast(`${plural(rows.length, 'campaign')} deleted`);
      },
    });
  const startMany = (rows: readonly Campaign[], on: boolean) =>
    start({ ids: rows.filter(canStart).map((row) => row.id), start: on });

  return (
    <>
      <PageHead
        crumbs={[{ label: 'Advertiser' }]}
        actions={
          isBare ? null : (
            <>
              <StatsSwitch list={list} />
              <Link to="/advertiser/campaigns/campaign-formats" className={buttonClass({ variant: 'accent' })}>
                <IconPlus size={16} aria-hidden />
                New campaign
              </Link>
            </>
          )
        }
      />
      {list.state.stats && !answer.isError && !isBare && (
        <Figures
          label="Figures of all campaigns"
          figures={
            answer.data &&
            totalFigures({
              side: 'advertiser',
              keys: FIGURES,
              now: totals,
              before: earlier.data?.total_statistic,
              unit,
              period: list.state.period,
              points: pointsOf(series.data, list.range, FIGURES, 'advertiser'),
            })
          }
        />
      )}
      {answer.isError && answer.data && <p className="s13 t3">The figures are not fresh: {errorText(answer.error)}</p>}
      <ListView
        list={list}
        noun={['campaign', 'campaigns']}
        columns={columns}
        answer={answer}
        rowId={rowId}
        rowName={rowName}
        searchLabel="Search campaigns by name or id"
        menu={(campaign) => (
          <RowMenu
            name={campaign.name}
            actions={[
              {
                label: 'Edit',
                icon: <IconEdit size={14} />,
                onClick: () => void navigate(paths.campaignEdit(campaign.id)),
              },
              {
                label: 'Groups and ads',
                icon: <IconPhoto size={14} />,
                onClick: () => void navigate(paths.groups(campaign.id)),
              },
              '-',
              campaign.status === 3
                ? {
                    label: 'Restore',
                    icon: <IconArchiveOff size={14} />,
                    onClick: () => void putAway([campaign], false),
                  }
                : { label: 'Archive', icon: <IconArchive size={14} />, onClick: () => void putAway([campaign], true) },
              {
                label: 'Delete',
                icon: <IconTrash size={14} />,
                bad: true,
                onClick: () => askDelete([campaign], () => undefined),
              },
            ]}
          />
        )}
        bulk={(rows, clear) => [
          {
            label: 'Start',
            icon: <IconPlayerPlayFilled size={14} aria-hidden />,
            disabled: !rows.some(canStart),
            onClick: () => startMany(rows, true),
          },
          {
            label: 'Stop',
            icon: <IconPlayerStopFilled size={14} aria-hidden />,
            disabled: !rows.some(canStart),
            onClick: () => startMany(rows, false),
          },
          {
            label: 'Archive',
            icon: <IconArchive size={14} aria-hidden />,
            onClick: () => {
              clear();
              void putAway(rows, true);
            },
          },
          { label: 'Delete', icon: <IconTrash size={14} aria-hidden />, onClick: () => askDelete(rows, clear) },
        ]}
        first={
          <Empty
            first
            title="Your first campaign goes here"
            actions={
              <Link to="/advertiser/campaigns/campaign-formats" className={buttonClass({ variant: 'accent' })}>
                <IconPlus size={16} aria-hidden />
                New campaign
              </Link>
            }
          >
            Write one message, say who should see it, set what a click is worth. No money is needed before you start it.
          </Empty>
        }
      />
    </>
  );
}

const rowId = (campaign: Campaign) => String(campaign.id);
const rowName = (campaign: Campaign) => campaign.name;

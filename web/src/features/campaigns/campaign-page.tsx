import { IconAlertTriangle, IconCircleCheck, IconEdit, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { dataOf, listAdGroupsOptions, listAdsOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus, PACING_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatLimit, formatMoney, unitSymbol } from '~/lib/format';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Bar } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { useHour } from '~/ui/use-now';
import { MetricPanel } from '../charts/metric-panel';
import { advertiserBalanceQuery } from '../finance/api';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { useChanges } from '../list/use-changes';
import { WishSwitch } from '../list/wish';
import { CAMPAIGNS, campaignQuery } from './api';
import { blockersOf } from './blockers';
import styles from './campaign.module.css';
import { groupsList } from './groups-list';
import { targetingFacts } from './targeting-facts';

/** The figures above the chart. */
export const CHART_METRICS = ['money', 'shows_count', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'];

const NOTE_ICONS = { bad: IconAlertTriangle, warn: IconAlertTriangle, info: IconInfoCircle };

/** Groups whose ads are counted to say what blocks delivery. */
const COUNTED_GROUPS = 20;

/** Adds up the status counts of several lists. */
function addCounts(lists: readonly (Record<string, number> | null | undefined)[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const counts of lists) {
    for (const [status, count] of Object.entries(counts ?? {})) sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
}

function useFacts(campaign: Campaign) {
  const balance = useQuery(advertiserBalanceQuery).data;
  const groups = useQuery({
    ...listAdGroupsOptions({ path: { id: campaign.id }, query: { page: 1, count: 500 } }),
    select: dataOf,
  }).data;
  const ads = useQueries({
    queries: (groups ?? [])
      .slice(0, COUNTED_GROUPS)
      .map(({ id }) => listAdsOptions({ path: { group_id: id }, query: { page: 1, count: 1 } })),
    combine: (answers) =>
      groups && answers.every((answer) => answer.data)
        ? addCounts(answers.map((answer) => answer.data?.counts_by_status))
        : undefined,
  });
  return { balance, groups, ads };
}

function Delivery({ campaign }: { campaign: Campaign }) {
  const unit = useUnit();
  const facts = useFacts(campaign);
  const { act } = useChanges(CAMPAIGNS);
  const ready = facts.balance && facts.groups;
  const blockers = blockersOf(campaign, facts, unit);
  const status = statusOf(CAMPAIGN_STATUSES, campaign.status);
  return (
    <section className={styles.blockers} aria-labelledby="delivery">
      <h2 id="delivery">{blockers.length > 0 ? 'What blocks delivery' : 'Delivery'}</h2>
      {!ready && (
        <div className={styles.blocker}>
          <span />
          <Skeleton width="80%" height={14} />
        </div>
      )}
      {ready && blockers.length === 0 && (
        <div className={cx(styles.blocker, campaign.status === CampaignStatus.Started ? 'ok' : status.tone)}>
          {campaign.status === CampaignStatus.Started ? (
            <IconCircleCheck size={16} aria-hidden />
          ) : (
            <IconInfoCircle size={16} aria-hidden />
          )}
          <div>
            <b>{campaign.status === CampaignStatus.Started ? 'Nothing: it delivers' : status.label}</b>
            <p>
              {campaign.status === CampaignStatus.Started
                ? `${campaign.running_ads_count} ads are on offer now.`
                : status.why}
            </p>
          </div>
        </div>
      )}
      {ready &&
        blockers.map((blocker) => {
          const Icon = NOTE_ICONS[blocker.tone];
          return (
            <div key={blocker.key} className={cx(styles.blocker, blocker.tone)}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <div>
                <b>{blocker.title}</b>
                <p>{blocker.what}</p>
                {blocker.fix && 'start' in blocker.fix && (
                  <div className={styles.fix}>
                    <Button size="sm" onClick={() => act('Start', CAMPAIGNS.wish.start, [campaign])}>
                      {blocker.fix.label}
                    </Button>
                  </div>
                )}
                {blocker.fix && 'link' in blocker.fix && (
                  <div className={styles.fix}>
                    <Link className="link" {...blocker.fix.link}>
                      {blocker.fix.label}
                    </Link>
                  </div>
                )}
              </div>
            </div>
          );
        })}
    </section>
  );
}

function Limit({ name, spent, limit }: { name: string; spent: number; limit: number | null | undefined }) {
  const unit = useUnit();
  return (
    <>
      <dt>{name}</dt>
      <dd className={styles.money}>
        <span className="num">
          <b className="b">{formatMoney(spent, unit)}</b>
          {typeof limit !== 'number' ? (
            <span className="t3">, no limit</span>
          ) : (
            ` of ${formatLimit(limit, unit)} ${unitSymbol(unit)}`
          )}
        </span>
        {typeof limit === 'number' && (
          <Bar share={limit > 0 ? spent / limit : 1} label={`${Math.round((spent / (limit || 1)) * 100)} % spent`} />
        )}
      </dd>
    </>
  );
}

/** One campaign: figures, chart, what blocks delivery, groups. */
export function CampaignPage() {
  const { campaignId } = useParams({ strict: false }) as { campaignId: string };
  const search = useSearch({ strict: false }) as { period?: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { act } = useChanges(CAMPAIGNS);
  const groups = useMemo(() => groupsList(campaign.id), [campaign.id]);
  const range = periodOr(search.period ?? 'today', 'today', useHour());
  return (
    <>
      <PageHead
        title={campaign.name}
        crumbs={[{ label: 'Campaigns', link: { to: '/advertiser/campaigns' } }]}
        badge={
          <>
            <WishSwitch of={CAMPAIGNS} row={campaign} act={act} />
            <StatusBadge soft status={statusOf(CAMPAIGN_STATUSES, campaign.status)} />
          </>
        }
        actions={
          <>
            <Link {...paths.campaignEdit(campaign.id)} className={buttonClass()}>
              <IconEdit size={16} aria-hidden />
              Edit
            </Link>
            <Link {...paths.groupCreate(campaign.id)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New group
            </Link>
          </>
        }
      />
      <div className={styles.two}>
        <MetricPanel
          side="advertiser"
          range={range}
          filters={{ campaign: { in: [campaign.id] } }}
          keys={CHART_METRICS}
          label={`figures of ${campaign.name}`}
        />
        <div className="stack">
          <Delivery campaign={campaign} />
          <section className={styles.blockers} aria-labelledby="settings">
            <h2 id="settings">Settings</h2>
            <dl className={styles.facts}>
              <Limit name="Today" spent={campaign.spent_today} limit={campaign.daily_money_limit} />
              <Limit name="In all" spent={campaign.spent_total} limit={campaign.total_money_limit} />
              <dt>Pacing</dt>
              <dd>{PACING_LABELS[campaign.pacing]}</dd>
              {targetingFacts(campaign).map((fact) => (
                <div key={fact.key} style={{ display: 'contents' }}>
                  <dt>{fact.label}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
              <dt>Id</dt>
              <dd className="mono">{campaign.id}</dd>
            </dl>
          </section>
        </div>
      </div>
      <section className={styles.section} aria-labelledby="groups">
        <h2 className={styles.h2} id="groups">
          Groups
        </h2>
        <ListPart spec={groups} />
      </section>
    </>
  );
}

import { IconCopy, IconEdit, IconPlus, IconWorld } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { dataOf, getCampaignDeliveryOptions } from '~/api/queries';
import type { PushCampaign, StopCode } from '~/api/sdk';
import { PACING_LABELS, PUSH_TARGET_LABELS } from '~/api/words';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { StatusBadge } from '~/ui/status-badge';
import { useHour } from '~/ui/use-now';
import { HoldLink } from '../../acting/hold-link';
import { heldWhy } from '../../campaigns/api';
import {
  DELIVERY_EVERY_MS,
  DeliveryPanel,
  DeliveryVerdict,
  Fix,
  type Mend,
  TO_RULES,
} from '../../campaigns/delivery/delivery';
import { useCheckAgain, useRaise } from '../../campaigns/delivery/delivery-mend';
import styles from '../../campaigns/page/campaign.module.css';
import { Limit } from '../../campaigns/page/campaign-settings';
import { targetingFacts } from '../../campaigns/page/targeting-facts';
import { MetricPanel } from '../../charts/metric-panel';
import { PageHead } from '../../frame/page-head';
import { ListPart } from '../../list/list-view';
import { useChanges } from '../../list/use-changes';
import { WishStatus, WishSwitch } from '../../list/wish';
import { useIpFeature } from '../../targeting/ip-feature';
import { useTargetingNames } from '../../targeting/names';
import { campaignAdsList } from '../ad-list/push-ads-list';
import { PushContest } from '../ad-list/push-contest';
import { PUSH_CAMPAIGNS, pushCampaignQuery } from '../api';
import { pushCrumbs } from '../push-crumbs';
import { ageText, pushReachBody, pushValues } from '../push-values';
import { PushHealthPanel } from './push-health';
import { PushReachSteps } from './push-reach';

/** The figures above the chart, by the names of the advertiser's statistics. */
const CHART_METRICS = ['money', 'shows_count', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'];

const useDelivery = ({ id }: PushCampaign) =>
  useQuery({
    ...getCampaignDeliveryOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });

/** Where what stops a push campaign is mended; nothing where it goes on by itself or in the list below. */
function pushMendOf(code: StopCode, campaign: string): Mend | undefined {
  switch (code) {
    case 'no_balance':
      return { label: 'To finance', link: { to: '/advertiser/finance' } };
    case 'total_limit':
    case 'daily_limit':
    case 'money_reserved':
    case 'price_above_rest':
      return { label: 'Change the limits', link: paths.pushEdit(campaign) };
    case 'outside_hours':
    case 'pacing':
      return { label: 'Edit the campaign', link: paths.pushEdit(campaign) };
    case 'no_ad':
      return { label: 'Write an ad', link: paths.pushMediaCreate(campaign) };
    case 'archived':
      return {
        label: 'To archived campaigns',
        link: { to: '/advertiser/campaigns/push', search: { status: 'archived' } },
      };
    case 'rejected':
    case 'draft':
    case 'ad_stopped':
    case 'dead_link':
      return { label: 'To the ads', link: paths.pushMedias(campaign) };
    case 'paused_by_rule':
    case 'ad_paused_by_rule':
      return TO_RULES;
    default:
      return undefined;
  }
}

function Delivery({ campaign }: { campaign: PushCampaign }) {
  const { act } = useChanges(PUSH_CAMPAIGNS);
  const { data, isError } = useDelivery(campaign);
  const checkAgain = useCheckAgain();
  const raise = useRaise(campaign, { label: 'Change the limits', link: paths.pushEdit(campaign.uuid) });
  return (
    <DeliveryPanel
      delivery={data}
      failed={isError}
      mendAhead={raise}
      mend={(stop) => (
        <Fix
          press={
            stop.code === 'stopped' || stop.code === 'paused_by_rule'
              ? { label: 'Start', run: () => act('Start', PUSH_CAMPAIGNS.wish.start, [campaign]) }
              : checkAgain(stop)
          }
          mend={pushMendOf(stop.code, campaign.uuid)}
        />
      )}
    />
  );
}

function Verdict({ campaign }: { campaign: PushCampaign }) {
  return <DeliveryVerdict delivery={useDelivery(campaign).data} />;
}

/** Whom a campaign reaches, and whom of them today. */
function Reach({ campaign }: { campaign: PushCampaign }) {
  const withRanges = useIpFeature();
  return (
    <section className={styles.blockers} aria-labelledby="reach">
      <h2 id="reach">Subscribers</h2>
      <PushReachSteps audience={pushReachBody(pushValues(campaign), withRanges, campaign)} />
    </section>
  );
}

/** Whom a campaign goes to and what it may spend. */
function Settings({ campaign }: { campaign: PushCampaign }) {
  const names = useTargetingNames(campaign);
  const { capShows, capHours, ...values } = pushValues(campaign);
  return (
    <section className={styles.blockers} aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <dl className={styles.facts}>
        <Limit name="Today" spent={campaign.spent_today} limit={campaign.daily_money_limit} />
        <Limit name="In all" spent={campaign.spent_total} limit={campaign.total_money_limit} />
        <dt>Pacing</dt>
        <dd>{PACING_LABELS[campaign.pacing]}</dd>
        <dt>Leads to</dt>
        <dd>{PUSH_TARGET_LABELS[campaign.target_id]}</dd>
        <dt>Subscribed</dt>
        <dd>{ageText(values)}</dd>
        <dt>Frequency</dt>
        <dd>{capShows === null ? 'No limit' : `${capShows} × in ${capHours} hours`}</dd>
        {targetingFacts(campaign, names).map((fact) => (
          <div key={fact.key} style={{ display: 'contents' }}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
        <dt>Id</dt>
        <dd className="mono">
          {campaign.id}, {campaign.uuid}
        </dd>
      </dl>
    </section>
  );
}

/** One push campaign: figures, chart, whether it delivers, which ad wins, its ads. */
export function PushCampaignPage() {
  const { pushUUID } = useParams({ strict: false }) as { pushUUID: string };
  const search = useSearch({ strict: false }) as { period?: string };
  const { data: campaign } = useSuspenseQuery(pushCampaignQuery(pushUUID));
  const { act } = useChanges(PUSH_CAMPAIGNS);
  const ads = useMemo(() => campaignAdsList(campaign.uuid), [campaign.uuid]);
  const range = periodOr(search.period ?? '7d', '7d', useHour());
  return (
    <>
      <PageHead
        title={campaign.name}
        crumbs={pushCrumbs()}
        badge={
          <>
            <WishSwitch of={PUSH_CAMPAIGNS} row={campaign} act={act} />
            <WishStatus of={PUSH_CAMPAIGNS} row={campaign}>
              <StatusBadge soft status={statusOf(CAMPAIGN_STATUSES, campaign.status_id)} {...heldWhy(campaign)} />
            </WishStatus>
          </>
        }
        actions={
          <>
            <HoldLink campaign={campaign.id} />
            <Link {...paths.sources(campaign.id)} className={buttonClass()}>
              <IconWorld size={16} aria-hidden />
              Sources
            </Link>
            <Link {...paths.pushCopy(campaign.uuid)} className={buttonClass()}>
              <IconCopy size={16} aria-hidden />
              Copy
            </Link>
            <Link {...paths.pushEdit(campaign.uuid)} className={buttonClass()}>
              <IconEdit size={16} aria-hidden />
              Edit
            </Link>
            <Link {...paths.pushMediaCreate(campaign.uuid)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New push ad
            </Link>
          </>
        }
      />
      <Verdict campaign={campaign} />
      <MetricPanel
        side="advertiser"
        range={range}
        filters={{ campaign: { in: [campaign.id] } }}
        keys={CHART_METRICS}
        label={`figures of ${campaign.name}`}
      />
      <PushContest campaign={campaign.uuid} />
      <div className={styles.two}>
        <Delivery campaign={campaign} />
        <div className="stack">
          <Reach campaign={campaign} />
          <PushHealthPanel campaign={campaign.uuid} />
          <Settings campaign={campaign} />
        </div>
      </div>
      <section className={styles.section} aria-labelledby="ads">
        <h2 className={styles.h2} id="ads">
          Ads
        </h2>
        <ListPart spec={ads} />
      </section>
    </>
  );
}

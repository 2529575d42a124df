import { IconEdit, IconPlus, IconWorld } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { copyCampaignMutation, dataOf, getCampaignDeliveryOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { StatusBadge } from '~/ui/status-badge';
import { useHour } from '~/ui/use-now';
import { HoldLink } from '../../acting/hold-link';
import { MetricPanel } from '../../charts/metric-panel';
import { CopyButton } from '../../copy-from/copy-button';
import { PageHead } from '../../frame/page-head';
import { ListPart } from '../../list/list-view';
import { useChanges } from '../../list/use-changes';
import { WishStatus, WishSwitch } from '../../list/wish';
import { CAMPAIGNS, campaignQuery, heldWhy } from '../api';
import { DELIVERY_EVERY_MS, DeliveryPanel, DeliveryVerdict, Fix, linkIn, mendOf } from '../delivery/delivery';
import { useCheckAgain, useRaise } from '../delivery/delivery-mend';
import { groupsList } from '../groups/groups-list';
import styles from './campaign.module.css';
import { CampaignSettings } from './campaign-settings';

/** The figures above the chart. */
export const CHART_METRICS = ['money', 'shows_count', 'clicks_count', 'ctr', 'cpc', 'lead', 'roi_percentage'];

const useDelivery = (campaign: Campaign) =>
  useQuery({
    ...getCampaignDeliveryOptions({ path: { id: campaign.id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });

/** What is to be known first, in a sentence; the proof stands below. */
function CampaignVerdict({ campaign }: { campaign: Campaign }) {
  const { data } = useDelivery(campaign);
  return <DeliveryVerdict delivery={data} />;
}

function CampaignDelivery({ campaign }: { campaign: Campaign }) {
  const { act } = useChanges(CAMPAIGNS);
  const { data, isError } = useDelivery(campaign);
  const checkAgain = useCheckAgain();
  const raise = useRaise(campaign, { label: 'Change the limits', link: paths.campaignEdit(campaign.id) });
  return (
    <DeliveryPanel
      delivery={data}
      failed={isError}
      linkOf={linkIn(campaign.id)}
      mendAhead={raise}
      mend={(stop) => (
        <Fix
          press={
            stop.code === 'stopped' || stop.code === 'paused_by_rule'
              ? { label: 'Start', run: () => act('Start', CAMPAIGNS.wish.start, [campaign]) }
              : checkAgain(stop)
          }
          mend={mendOf(stop.code, campaign.id)}
        />
      )}
    />
  );
}

/** One campaign: figures, chart, whether it delivers, groups. */
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
            <WishStatus of={CAMPAIGNS} row={campaign}>
              <StatusBadge soft status={statusOf(CAMPAIGN_STATUSES, campaign.status)} {...heldWhy(campaign)} />
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
            <CopyButton
              noun="campaign"
              mutation={copyCampaignMutation}
              variables={{ path: { id: campaign.id }, body: {} }}
              opens={({ id }) => paths.campaign(id)}
              detail="This is the copy. It is stopped: look at it, then start it."
            />
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
      <CampaignVerdict campaign={campaign} />
      <MetricPanel
        side="advertiser"
        range={range}
        filters={{ campaign: { in: [campaign.id] } }}
        keys={CHART_METRICS}
        label={`figures of ${campaign.name}`}
      />
      <div className={styles.two}>
        <CampaignDelivery campaign={campaign} />
        <div className="stack">
          <CampaignSettings campaign={campaign} />
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

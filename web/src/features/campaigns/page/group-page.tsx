import { IconEdit, IconPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { copyAdGroupMutation, dataOf, getAdGroupDeliveryOptions } from '~/api/queries';
import { CampaignStatus } from '~/api/words';
import { someOf } from '~/lib/names';
import { paths } from '~/lib/paths';
import { CAMPAIGN_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { StatusBadge } from '~/ui/status-badge';
import { GroupContest } from '../../ads/contest/group-contest';
import { groupAdsList } from '../../ads/list/group-ads-list';
import { MetricPanel } from '../../charts/metric-panel';
import { CopyButton } from '../../copy-from/copy-button';
import { PageHead } from '../../frame/page-head';
import { ListPart } from '../../list/list-view';
import { useChanges } from '../../list/use-changes';
import { useList } from '../../list/use-list';
import { WishStatus, WishSwitch } from '../../list/wish';
import { useTargetingNames } from '../../targeting/names';
import { campaignQuery, GROUPS, groupQuery } from '../api';
import { DELIVERY_EVERY_MS, DeliveryPanel, Fix, linkIn, mendOfGroup } from '../delivery/delivery';
import { useCheckAgain } from '../delivery/delivery-mend';
import { coefficientText } from '../groups/group-coefficients';
import { GroupReach } from '../reach/reach';
import styles from './campaign.module.css';
import { CHART_METRICS } from './campaign-page';
import { targetingFacts } from './targeting-facts';

/** One group: figures, chart, whom it reaches, its ads. */
export function GroupPage() {
  const { campaignId, groupId } = useParams({ strict: false }) as { campaignId: string; groupId: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  const names = useTargetingNames(group);
  const { act } = useChanges(GROUPS);
  const ads = useMemo(() => groupAdsList(campaignId, groupId), [campaignId, groupId]);
  const { range } = useList(ads);
  const delivery = useQuery({
    ...getAdGroupDeliveryOptions({ path: { id: group.id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });
  const checkAgain = useCheckAgain();
  const status = statusOf(CAMPAIGN_STATUSES, group.status);
  const format = group.ad_format_type_id ?? campaign.ad_format_type_id;
  return (
    <>
      <PageHead
        title={group.name}
        crumbs={[
          { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
          { label: campaign.name, link: paths.campaign(campaignId) },
        ]}
        badge={
          <>
            <WishSwitch of={GROUPS} row={group} act={act} />
            <WishStatus of={GROUPS} row={group}>
              <StatusBadge soft status={status} />
            </WishStatus>
          </>
        }
        actions={
          <>
            <CopyButton
              noun="group"
              mutation={copyAdGroupMutation}
              variables={{ path: { id: group.id }, body: {} }}
              opens={({ id, campaign_id }) => paths.group(campaign_id, id)}
              detail="This is the copy. It is stopped: look at it, then start it."
            />
            <Link {...paths.groupEdit(campaignId, groupId)} className={buttonClass()}>
              <IconEdit size={16} aria-hidden />
              Edit
            </Link>
            <Link {...paths.mediaCreate(campaignId, groupId)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New ad
            </Link>
          </>
        }
      />
      <MetricPanel
        side="advertiser"
        range={range}
        filters={{ group: { in: [group.id] } }}
        keys={CHART_METRICS}
        label={`figures of ${group.name}`}
      />
      <div className={styles.two}>
        <DeliveryPanel
          delivery={delivery.data}
          failed={delivery.isError}
          linkOf={linkIn(campaign.id)}
          mend={(stop) => (
            <Fix
              press={
                stop.code === 'group_stopped' ||
                (stop.code === 'group_paused' && group.status !== CampaignStatus.PausedByStaff)
                  ? { label: 'Start', run: () => act('Start', GROUPS.wish.start, [group]) }
                  : checkAgain(stop)
              }
              mend={mendOfGroup(stop.code, campaign.id, group.id)}
            />
          )}
        />
        <div className="stack">
          <section className={styles.blockers} aria-labelledby="settings">
            <h2 id="settings">Whom it reaches</h2>
            <dl className={styles.facts}>
              <dt>Format</dt>
              <dd>{format ? `New ads open with ${formatNames([format])}` : 'Native and teaser for new ads'}</dd>
              <dt>Reach and bids</dt>
              <dd>
                <GroupReach group={group.id} />
              </dd>
              {targetingFacts(group, names).map((fact) => (
                <div key={fact.key} style={{ display: 'contents' }}>
                  <dt>{fact.label}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
              <dt>New ads</dt>
              <dd>{group.auto_start_ads ? 'Start when approved' : 'Wait for you when approved'}</dd>
              {group.coefficients.length > 0 && (
                <>
                  <dt>Coefficients</dt>
                  <dd>{someOf(group.coefficients.map(coefficientText))}</dd>
                </>
              )}
              <dt>Id</dt>
              <dd className="mono">{group.id}</dd>
            </dl>
          </section>
        </div>
      </div>
      <GroupContest group={group.id} />
      <section className={styles.section} aria-labelledby="ads">
        <h2 className={styles.h2} id="ads">
          Ads
        </h2>
        <ListPart spec={ads} />
      </section>
    </>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { dataOf, getAdDeliveryOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import type { AdGroup, Campaign } from '~/api/types';
import { paths } from '~/lib/paths';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { campaignQuery, groupQuery } from '../campaigns/api';
import { DELIVERY_EVERY_MS, DeliveryPanel, mendOf } from '../campaigns/delivery';
import { type Crumb, PageHead } from '../frame/page-head';
import { AdForm } from './ad-form';
import styles from './ads.module.css';
import { adQuery } from './api';

const crumbsOf = (campaign: Campaign, group: AdGroup): Crumb[] => [
  { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
  { label: campaign.name, link: paths.campaign(campaign.id) },
  { label: group.name, link: paths.medias(campaign.id, group.id) },
];

/** A new ad of the address's group. */
export function AdCreatePage() {
  const { campaignId, groupId } = useParams({
    from: '/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create',
  });
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  return (
    <>
      <PageHead crumbs={crumbsOf(campaign, group)} />
      <AdForm campaign={campaign} group={group} />
    </>
  );
}

/** Whether the ad delivers, and what keeps it from doing so. */
function AdDelivery({ campaign, ad }: { campaign: Campaign; ad: Ad }) {
  const delivery = useQuery({
    ...getAdDeliveryOptions({ path: { id: ad.id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });
  return (
    <div className={styles.delivery}>
      <DeliveryPanel
        delivery={delivery.data}
        failed={delivery.isError}
        ad={ad.id}
        mend={(stop) => {
          const mend = mendOf(stop.code, campaign.id);
          return (
            mend && (
              <Link className="link" {...mend.link}>
                {mend.label}
              </Link>
            )
          );
        }}
      />
    </div>
  );
}

/** The ad of the address. */
export function AdEditPage() {
  const { campaignId, groupId, mediaId } = useParams({
    from: '/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/edit/$mediaId',
  });
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  const ad = useQuery(adQuery(mediaId));
  return (
    <>
      <PageHead crumbs={crumbsOf(campaign, group)} />
      {ad.isError && (
        <ErrorPanel title="The ad could not be loaded" error={ad.error} onRetry={() => void ad.refetch()} />
      )}
      {ad.isPending && <Skeleton height={480} radius={12} />}
      {ad.data && (
        <>
          <AdForm key={ad.data.id} campaign={campaign} group={group} ad={ad.data} />
          <AdDelivery campaign={campaign} ad={ad.data} />
        </>
      )}
    </>
  );
}

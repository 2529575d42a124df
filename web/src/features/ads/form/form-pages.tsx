import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { copyAdMutation, dataOf, explainAdMutation, getAdDeliveryOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import type { AdGroup, Campaign } from '~/api/types';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { campaignQuery, groupQuery } from '../../campaigns/api';
import { DELIVERY_EVERY_MS, DeliveryPanel, Fix, mendOfAd } from '../../campaigns/delivery/delivery';
import { ExplainForm } from '../../campaigns/delivery/explain-form';
import { CopyButton } from '../../copy-from/copy-button';
import { type Crumb, PageHead } from '../../frame/page-head';
import { useChanges } from '../../list/use-changes';
import { AD_KINDS, type AdKind } from '../ad-values';
import styles from '../ads.module.css';
import { ADS, adQuery } from '../api';
import { BidHours } from '../bids/bid-hours';
import { linkCheck } from '../landing/link-check';
import { AdForm } from './ad-form';

const crumbsOf = (campaign: Campaign, group: AdGroup): Crumb[] => [
  { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
  { label: campaign.name, link: paths.campaign(campaign.id) },
  { label: group.name, link: paths.medias(campaign.id, group.id) },
];

/** Campaign and group of the address. */
export function useParents() {
  const { campaignId, groupId } = useParams({ strict: false }) as { campaignId: string; groupId: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  return { campaign, group, crumbs: crumbsOf(campaign, group) };
}

/** The other ways to make ads in a group. */
function OtherWays({ campaign, group }: { campaign: number; group: number }) {
  return (
    <>
      <Link {...paths.mediaCreateOf(campaign, group, 'many')} className={buttonClass()}>
        Several at once
      </Link>
      <Link {...paths.mediasImport(campaign, group)} className={buttonClass()}>
        Import
      </Link>
    </>
  );
}

function CreatePage({ kind }: { kind?: AdKind }) {
  const { campaign, group, crumbs } = useParents();
  return (
    <>
      <PageHead crumbs={crumbs} actions={<OtherWays campaign={campaign.id} group={group.id} />} />
      <AdForm key={group.id} campaign={campaign} group={group} {...(kind ? { kind } : {})} />
    </>
  );
}

/** A new ad of the address's group, for any formats. */
export const AdCreatePage = () => <CreatePage />;

/** A new native ad: for native and teaser blocks. */
export const NativeCreatePage = () => <CreatePage kind={AD_KINDS.native} />;

/** A new article ad. */
export const ArticleCreatePage = () => <CreatePage kind={AD_KINDS.article} />;

/** A new text ad. */
export const TextCreatePage = () => <CreatePage kind={AD_KINDS.text} />;

/** Whether the ad delivers, and what keeps it from doing so. */
function AdDelivery({ campaign, ad }: { campaign: Campaign; ad: Ad }) {
  const { act } = useChanges(ADS);
  const [asking, setAsking] = useState(false);
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
        mend={({ code }) => {
          const press =
            code === 'dead_link'
              ? { label: 'Check again', run: () => act('Check', linkCheck<Ad>(), [ad]) }
              : code === 'ad_stopped' || code === 'ad_paused_by_rule'
                ? { label: 'Start', run: () => act('Start', ADS.wish.start, [ad]) }
                : false;
          return <Fix press={press} mend={mendOfAd(code, campaign.id, ad.group_id)} />;
        }}
      />
      <Link className="link" to="/advertiser/clicks" search={{ adId: ad.id }}>
        Clicks of this ad
      </Link>
      <details onToggle={({ currentTarget: { open } }) => setAsking(open)}>
        <summary>Ask about a request that you describe</summary>
        {asking && <ExplainForm ad={ad.id} explain={explainAdMutation} />}
      </details>
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
      <PageHead
        crumbs={crumbsOf(campaign, group)}
        actions={
          ad.data && (
            <CopyButton
              noun="ad"
              mutation={copyAdMutation}
              variables={{ path: { id: ad.data.id }, body: {} }}
              opens={({ id, campaign_id, group_id }) => paths.mediaEdit(campaign_id, group_id, id)}
              detail="This is the copy. It stands in the same group, not started."
            />
          )
        }
      />
      {ad.isError && <ErrorPanel title="The ad could not be loaded" of={ad} />}
      {ad.isPending && <Skeleton height={480} radius={12} />}
      {ad.data && (
        <Fragment key={ad.data.id}>
          <AdForm campaign={campaign} group={group} ad={ad.data} />
          <AdDelivery campaign={campaign} ad={ad.data} />
          <BidHours ad={ad.data} />
        </Fragment>
      )}
    </>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { AdGroup, Campaign } from '~/api/types';
import { paths } from '~/lib/paths';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { campaignQuery, groupQuery } from '../campaigns/api';
import { type Crumb, PageHead } from '../frame/page-head';
import { AdForm } from './ad-form';
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
      {ad.data && <AdForm key={ad.data.id} campaign={campaign} group={group} ad={ad.data} />}
    </>
  );
}

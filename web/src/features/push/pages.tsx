import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { PushAd } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { linkPace } from '../ads/landing/link-look';
import { heldWhy } from '../campaigns/api';
import { PageHead } from '../frame/page-head';
import { ListPage } from '../list/list-page';
import { PushAdForm } from './ad-form/push-ad-form';
import { ALL_PUSH_ADS, campaignAdsList } from './ad-list/push-ads-list';
import { PushContest } from './ad-list/push-contest';
import { pushAdQuery, pushCampaignQuery } from './api';
import { PushCampaignForm } from './campaign/push-campaign-form';
import { PUSH_CAMPAIGN_LIST } from './campaign-list/push-campaigns-list';
import { pushCrumbs } from './push-crumbs';

/** The parts of the address of a push page. */
const useUuids = () => useParams({ strict: false }) as { pushUUID: string; mediaUUID: string };

/** The campaign of the address, which its route has asked for. */
const useCampaign = () => useSuspenseQuery(pushCampaignQuery(useUuids().pushUUID)).data;

/** All push campaigns. */
export const PushCampaignsPage = () => (
  <ListPage spec={PUSH_CAMPAIGN_LIST} crumbs={[{ label: 'Campaigns', link: { to: '/advertiser/campaigns' } }]} />
);

/** Push ads of all campaigns. */
export const AllPushAdsPage = () => <ListPage spec={ALL_PUSH_ADS} />;

/** A new push campaign. */
export const PushCreatePage = () => (
  <>
    <PageHead crumbs={pushCrumbs()} />
    <PushCampaignForm />
  </>
);

/** The campaign of the address, to be changed. */
export function PushEditPage() {
  const campaign = useCampaign();
  return (
    <>
      <PageHead crumbs={pushCrumbs(campaign)} />
      <PushCampaignForm key={campaign.uuid} campaign={campaign} />
    </>
  );
}

/** A copy of the campaign of the address. */
export function PushCopyPage() {
  const campaign = useCampaign();
  return (
    <>
      <PageHead crumbs={pushCrumbs(campaign)} />
      <PushCampaignForm key={campaign.uuid} copyOf={campaign} />
    </>
  );
}

/** The ads of the campaign of the address. */
export function PushMediasPage() {
  const campaign = useCampaign();
  const spec = useMemo(() => campaignAdsList(campaign.uuid), [campaign.uuid]);
  const held = heldWhy(campaign).why;
  return (
    <ListPage
      spec={spec}
      crumbs={pushCrumbs(campaign)}
      create={{ label: 'New push ad', link: paths.pushMediaCreate(campaign.uuid) }}
      above={
        <>
          {held && <Note tone="warn">{held}</Note>}
          <PushContest campaign={campaign.uuid} />
        </>
      }
    />
  );
}

/** A new ad of the campaign of the address. */
export function PushMediaCreatePage() {
  const campaign = useCampaign();
  return (
    <>
      <PageHead crumbs={pushCrumbs(campaign)} />
      <PushAdForm key={campaign.uuid} campaign={campaign} />
    </>
  );
}

/** The ad of the address in a form. */
function WithAd({ children }: { children(ad: PushAd): ReactNode }) {
  const ad = useQuery({
    ...pushAdQuery(useUuids().mediaUUID),
    // While somebody waits for a look at its landing page, what it found is asked for.
    refetchInterval: ({ state }) => linkPace(state.data && [state.data.data], false),
  });
  const campaign = useCampaign();
  return (
    <>
      <PageHead crumbs={pushCrumbs(campaign)} />
      {ad.isError && <ErrorPanel title="The ad could not be loaded" of={ad} />}
      {ad.isPending && <Skeleton height={480} radius={12} />}
      {ad.data && children(ad.data)}
    </>
  );
}

/** The ad of the address, to be changed. */
export function PushMediaEditPage() {
  const campaign = useCampaign();
  return <WithAd>{(ad) => <PushAdForm key={ad.uuid} campaign={campaign} ad={ad} />}</WithAd>;
}

/** A copy of the ad of the address. */
export function PushMediaCopyPage() {
  const campaign = useCampaign();
  return <WithAd>{(ad) => <PushAdForm key={ad.uuid} campaign={campaign} copyOf={ad} />}</WithAd>;
}
